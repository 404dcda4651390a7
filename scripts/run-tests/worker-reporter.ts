/**
 * The test reporter of a worker: sends every event to the runner and prints nothing.
 *
 * Node loads it through `--test-reporter`, which requires a default export.
 */
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { TestEnded, TestOutcome, WorkerEvent, WorkerMessage } from './worker-messages.js'

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

// eslint-disable-next-line require-yield -- A reporter yields what is to be printed: nothing.
async function* sendEvents(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  for await (const event of events) {
    const sent = eventToSend(event)
    if (sent !== undefined) process.send?.({ kind: 'event', event: sent } satisfies WorkerMessage)
  }
}

function eventToSend(event: TestEvent): WorkerEvent | undefined {
  switch (event.type) {
    case 'test:start':
      return { kind: 'start', name: event.data.name, nesting: event.data.nesting }
    case 'test:pass':
    case 'test:fail':
      return testEnded(event)
    case 'test:diagnostic':
      return { kind: 'diagnostic', nesting: event.data.nesting, message: event.data.message }
    default:
      return undefined
  }
}

function testEnded(event: Ended): TestEnded {
  const { name, nesting, line, details } = event.data
  const isSuite = details.type === 'suite'
  const durationMs = details.duration_ms
  return { kind: 'end', name, nesting, line, isSuite, durationMs, outcome: outcomeOf(event) }
}

function outcomeOf({ type, data }: Ended): TestOutcome {
  if (data.skip !== undefined && data.skip !== false) {
    const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'no reason given'
    return { kind: 'skipped', reason }
  }
  if (data.todo !== undefined && data.todo !== false) return { kind: 'todo' }
  if (type === 'test:pass') return { kind: 'passed' }
  const error = data.details.error as Error & { readonly failureType?: string }
  const kind = error.failureType === 'cancelledByParent' ? 'cancelled' : 'failed'
  // The suite around a failed test adds nothing.
  const text = error.failureType === 'subtestsFailed' ? '' : inspect(error.cause ?? error)
  return { kind, text }
}

export { sendEvents as default }
