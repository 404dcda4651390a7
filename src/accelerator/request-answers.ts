/**
 * Answers to whole requests, by the bytes of the request: the shortest way to an item, which needs neither the
 * table nor the key. Who may call counts: the tables of a name are others for other accounts and regions.
 */
import type { Scope } from '../model/arn.js'
import type { AnswersByRequest } from './cached-table.js'
import type { CacheRoom } from './cache-room.js'
import { answeredScopesMax } from './limits.js'

export class RequestAnswers {
  readonly #room: CacheRoom
  readonly #byScope = new Map<string, AnswersByRequest>()

  constructor({ room }: { readonly room: CacheRoom }) {
    this.#room = room
  }

  /** Undefined if there are too many callers to have answers for each. */
  of({ account, region }: Scope): AnswersByRequest | undefined {
    const name = `${account}/${region}`
    const known = this.#byScope.get(name)
    if (known !== undefined || this.#byScope.size >= answeredScopesMax) return known
    const answers: AnswersByRequest = new Map()
    this.#byScope.set(name, answers)
    return answers
  }

  /** Counts nothing: what it does not find is looked for elsewhere. */
  find(answers: AnswersByRequest, request: string, nowMs: number): string | undefined {
    const entry = answers.get(request)
    if (entry === undefined) return undefined
    if (nowMs >= entry.expiresAtMs) {
      entry.home.forget(entry)
      return undefined
    }
    this.#room.use(entry)
    return entry.answer
  }
}
