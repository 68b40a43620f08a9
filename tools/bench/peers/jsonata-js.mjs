// Runs programs on jsonata-js, in turns with other contenders: reads tasks and writes answers, each a line of JSON. A task is a
// program with its input or with the variable `$states`, or a number of runs of that program. Programs are parsed before.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

// The package lies in this folder, not beside this file.
const folder = process.argv[2];
const jsonata = createRequire(`${folder}/package.json`)('jsonata');
const { version } = JSON.parse(readFileSync(`${folder}/node_modules/jsonata/package.json`, 'utf8'));

let run;
answer({ version: `${version} on node ${process.version}` });
for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  answer(task.times === undefined ? await prepared(task) : await timed(task.times));
}

function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function prepared({ program, input, states }) {
  try {
    const expression = jsonata(program);
    const bindings = states === undefined ? undefined : { states };
    run = () => expression.evaluate(input, bindings);
    return { output: await run() };
  } catch (error) {
    return { error: `${error.code}: ${error.message}` };
  }
}

async function timed(times) {
  const start = process.hrtime.bigint();
  for (let done = 0; done < times; done++) {
    await run();
  }
  return { nanos: Number(process.hrtime.bigint() - start) };
}
