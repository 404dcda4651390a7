/** Another implementation of DynamoDB, and what is known about it. */
import type { Judgement } from '../judgement.js'

export interface Peer {
  readonly name: string
  /** Installs it into the folder, if it is not there yet, and starts it on a free port. */
  start(folder: string): Promise<RunningPeer>
  /** Operations it does not have. */
  readonly lacks: readonly string[]
  readonly judged: readonly Judgement[]
  /** Requests that are not sent, since everything after them would differ. */
  readonly avoided: readonly Judgement[]
  /** Wording that AWS has changed since the peer was written. */
  readonly olderWords: readonly Rewording[]
}

export interface RunningPeer {
  readonly url: string
  stop(): Promise<void>
}

/** Both messages are reworded before they are compared. */
export interface Rewording {
  readonly reason: string
  readonly from: RegExp
  readonly to: string
}
