// The SDK for JavaScript: commands, pages, typed errors, times as Date.
import assert from "node:assert/strict";
import {
  DescribeExecutionCommand,
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  ListStateMachinesCommand,
  SFNClient,
  SendTaskSuccessCommand,
  StartExecutionCommand,
  StartSyncExecutionCommand,
  CreateStateMachineCommand,
  StopExecutionCommand,
  paginateGetExecutionHistory,
  paginateListExecutions,
} from "@aws-sdk/client-sfn";

const account = "arn:aws:states:us-east-1:123456789012";
const machine = (name) => `${account}:stateMachine:${name}`;
// `StartSyncExecution` and `TestState` would go to the host `sync-127.0.0.1`.
const client = new SFNClient({ disableHostPrefix: true, maxAttempts: 1 });

async function until(found) {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const answer = await found();
    if (answer) return answer;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  throw new Error("it did not come to that in time");
}

async function start(name, input) {
  const started = await client.send(
    new StartExecutionCommand({ stateMachineArn: machine(name), input: JSON.stringify(input) }),
  );
  assert(started.startDate instanceof Date);
  return started.executionArn;
}

function ended(executionArn) {
  return until(async () => {
    const found = await client.send(new DescribeExecutionCommand({ executionArn }));
    return found.status !== "RUNNING" && found;
  });
}

const steps = {
  async "an execution is started, described and listed in pages"() {
    const arns = [];
    for (const name of ["Ada", "Bob", "Eve"]) arns.push(await start("hello", { name }));
    const over = await ended(arns[0]);
    assert.deepEqual(JSON.parse(over.output), { greeting: "Hello, Ada!" });
    assert(over.stopDate >= over.startDate);
    const listed = [];
    const pages = paginateListExecutions(
      { client, pageSize: 2 },
      { stateMachineArn: machine("hello") },
    );
    for await (const page of pages) listed.push(...page.executions.map((one) => one.executionArn));
    assert.deepEqual(listed, arns.toReversed());
  },
  async "a history has typed details"() {
    const executionArn = await start("everything", { do: "service", message: { fail: "E" } });
    await ended(executionArn);
    const events = [];
    for await (const page of paginateGetExecutionHistory({ client, pageSize: 2 }, { executionArn }))
      events.push(...page.events);
    const all = await client.send(new GetExecutionHistoryCommand({ executionArn }));
    assert.deepEqual(events, all.events);
    const failed = events.find((event) => event.type === "TaskFailed");
    assert.equal(failed.taskFailedEventDetails.error, "E");
    assert(events.every((event) => event.timestamp instanceof Date));
  },
  async "errors are of their classes"() {
    const missing = `${account}:execution:hello:nowhere`;
    const asked = client.send(new DescribeExecutionCommand({ executionArn: missing }));
    await assert.rejects(asked, (error) => {
      assert(error instanceof ExecutionDoesNotExist);
      assert.equal(error.$metadata.httpStatusCode, 400);
      assert(error.message.includes(missing), error.message);
      assert(error.$metadata.requestId);
      return true;
    });
  },
  async "a token is reported, and an execution is stopped"() {
    const executionArn = await start("everything", { do: "token" });
    const token = await until(async () => {
      const { events } = await client.send(new GetExecutionHistoryCommand({ executionArn }));
      if (!events.some((event) => event.type === "TaskSubmitted")) return undefined;
      const scheduled = events.find((event) => event.type === "TaskScheduled");
      return JSON.parse(scheduled.taskScheduledEventDetails.parameters).MessageBody.Token;
    });
    await client.send(new SendTaskSuccessCommand({ taskToken: token, output: "[1]" }));
    assert.equal((await ended(executionArn)).output, "[1]");
    const waiting = await start("everything", { do: "wait" });
    const stopped = await client.send(
      new StopExecutionCommand({ executionArn: waiting, error: "Enough" }),
    );
    assert(stopped.stopDate instanceof Date);
    assert.equal((await ended(waiting)).error, "Enough");
  },
  async "an Express machine answers at once"() {
    const { default: fs } = await import("node:fs");
    await client.send(
      new CreateStateMachineCommand({
        name: "quick",
        type: "EXPRESS",
        roleArn: "arn:aws:iam::123456789012:role/machine",
        definition: fs.readFileSync(`${process.env.MACHINES}/quick.asl.json`, "utf8"),
      }),
    );
    const done = await client.send(
      new StartSyncExecutionCommand({ stateMachineArn: machine("quick"), input: '{"a":1}' }),
    );
    assert.equal(done.status, "SUCCEEDED");
    assert.deepEqual(JSON.parse(done.output), { a: 1 });
  },
  async "machines are listed with their dates"() {
    const { stateMachines } = await client.send(new ListStateMachinesCommand({}));
    assert(stateMachines.some((one) => one.name === "hello" && one.creationDate instanceof Date));
  },
};

let failures = 0;
for (const [name, step] of Object.entries(steps)) {
  try {
    await step();
  } catch (error) {
    failures += 1;
    console.log(`${name}: ${error.stack}`);
  }
}
console.log(`${Object.keys(steps).length} steps, ${failures} failures`);
process.exit(failures ? 1 : 0);
