/** Whether a caller may do something to a bucket or an object, by the same policies as everything else. */
import type { Permit } from '../operations/dispatch/authorise.js'
import type { Clock } from '../stdx/clock.js'
import type { AuthoriseS3 } from '../wire/http/s3/answer-s3.js'

export function s3Authorisation(permit: Permit, clock: Clock): AuthoriseS3 {
  return async (caller, access, sender) => {
    const ctx = { caller, host: '', requestId: '', clock, sender }
    const judge = await permit(ctx)
    const denial = await judge.denialOf(ctx, access, undefined)
    if (denial !== undefined) throw denial
  }
}
