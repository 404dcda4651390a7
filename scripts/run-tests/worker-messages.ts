/**
 * The messages between the runner and its worker processes. Everything here can be sent as JSON.
 */

/** To a worker: run this built test file, or exit once you have nothing open. */
export type WorkerRequest =
  { readonly kind: 'run'; readonly path: string } | { readonly kind: 'end' }

/** From a worker, in the order of events. */
export type WorkerMessage =
  | { readonly kind: 'event'; readonly event: WorkerEvent }
  /** What a test printed. */
  | { readonly kind: 'output'; readonly text: string }

/** An event of node's test runner, without what cannot be sent. */
export type WorkerEvent = TestStarted | TestEnded | Diagnostic

interface TestStarted {
  readonly kind: 'start'
  readonly name: string
  readonly nesting: number
}

export interface TestEnded {
  readonly kind: 'end'
  readonly name: string
  /** 0 means a whole file. */
  readonly nesting: number
  readonly line: number | undefined
  readonly isSuite: boolean
  readonly durationMs: number
  readonly outcome: TestOutcome
}

export type TestOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'todo' }
  /** `text` is the error in readable form, or empty if a test inside has already reported it. */
  | { readonly kind: 'failed' | 'cancelled'; readonly text: string }

interface Diagnostic {
  readonly kind: 'diagnostic'
  readonly nesting: number
  readonly message: string
}
