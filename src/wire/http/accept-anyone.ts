/** Who calls a server that accepts any credentials: whom the request names. */
import type { Clock } from '../../stdx/clock.js'
import { readCaller, readSharedCaller } from '../sigv4/read-caller.js'
import type { Authenticate } from './authenticate.js'
import { headerOf, queryOf } from './message.js'

/** `isShared`: whether all regions and accounts are one. */
export function acceptAnyone(clock: Clock, isShared: boolean): Authenticate {
  const read = isShared ? readSharedCaller : readCaller
  return (request, signingName) =>
    read({
      authorization: headerOf(request, 'authorization'),
      date: headerOf(request, 'x-amz-date') ?? headerOf(request, 'date'),
      query: queryOf(request),
      signingName,
      clock,
    })
}
