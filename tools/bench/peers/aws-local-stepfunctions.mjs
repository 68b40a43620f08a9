// Runs workloads on aws-local-stepfunctions: takes a job as JSON on its standard input, prints what was measured as JSON.
// Only running is measured: machines are made and their definitions checked before, inputs are copied before. Tasks answer
// at once, by the package's own way of replacing them with local functions.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

// The package lies in the current folder, not beside this file.
const require = createRequire(`${process.cwd()}/package.json`);
const { StateMachine } = require('aws-local-stepfunctions');
const { version } = JSON.parse(readFileSync('node_modules/aws-local-stepfunctions/package.json', 'utf8'));

const job = JSON.parse(await text(process.stdin));
const workloads = [];
for (const workload of job.workloads) {
  workloads.push(await measured(workload));
}
console.log(JSON.stringify({ version: `${version} on node ${process.version}`, workloads }));

async function measured({ name, definition, input, answers }) {
  try {
    const machine = new StateMachine(definition);
    const overrides = { taskResourceLocalHandlers: handlers(definition, answers) };
    const run = (input) => machine.run(input, { overrides }).result;
    return { name, ...(await rounds(run, input)) };
  } catch (error) {
    return { name, micros: [], error: String(error) };
  }
}

function handlers(definition, answers) {
  const byFunction = new Map(answers);
  const tasks = Object.entries(definition.States).filter(([, state]) => state.Type === 'Task');
  return Object.fromEntries(
    tasks.map(([name, state]) => {
      const answer = byFunction.get(state.Resource.split(':').at(-1));
      return [name, async () => ({ ...answer })];
    }),
  );
}

// Rounds of about a tenth of the time there is; the first run tells how many runs that is, and warms up.
async function rounds(run, input) {
  const first = await round(run, input, 1);
  const output = first.output;
  const runs = Math.max(1, Math.min(job.most_runs, Math.floor((job.seconds * 1e5) / first.micros)));
  const micros = [];
  for (let spent = 0; spent < job.seconds * 1e6; spent += micros.at(-1) * runs) {
    micros.push((await round(run, input, runs)).micros);
  }
  return { micros, output };
}

async function round(run, input, runs) {
  const inputs = Array.from({ length: runs }, () => structuredClone(input));
  let output;
  const start = process.hrtime.bigint();
  for (const input of inputs) {
    output = await run(input);
  }
  const micros = Number(process.hrtime.bigint() - start) / 1e3 / runs;
  return { micros, output };
}
