/**
 * What an alarm can call. Each kind of action knows by its text whether it is meant: an ARN, or an
 * address. `server/` says which kinds there are.
 */
import type { Alarm, LeftState } from './alarm.js'

export interface AlarmCall {
  /** As it was after the change. */
  readonly alarm: Alarm
  /** The present state if the action is repeated. */
  readonly before: LeftState
  /** The text of the action. */
  readonly action: string
}

export interface AlarmActionKind {
  claims(action: string): boolean
  /** AWS: actions of auto scaling also run with every evaluation that finds the alarm in ALARM. */
  readonly repeats?: boolean
  /** Rejects if it should be tried again. */
  run(call: AlarmCall, signal: AbortSignal): Promise<void>
}

export class AlarmActions {
  readonly #kinds: readonly AlarmActionKind[]

  constructor(kinds: readonly AlarmActionKind[]) {
    this.#kinds = kinds
  }

  /** Undefined for an action that means nothing here. */
  find(action: string): AlarmActionKind | undefined {
    return this.#kinds.find((kind) => kind.claims(action))
  }
}
