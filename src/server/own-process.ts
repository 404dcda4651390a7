/** What a server is given by its process if that runs nothing else. A server in another program has none of it. */
import type { AnswerSender } from '../wire/http/sending/answer-sender.js'
import type { TeamLink } from './team-link.js'

export interface OwnProcess {
  /** What there is of the processes that serve together with this one. */
  readonly team?: TeamLink
  /** Sends answers on another core. */
  readonly sender?: AnswerSender | undefined
}
