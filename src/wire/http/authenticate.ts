import type { Caller } from '../../model/caller.js'
import type { WireRequest } from './message.js'

/**
 * Who has signed a request for an operation of a service; throws if that cannot be trusted. The body is
 * as it was received.
 */
export type Authenticate = (request: WireRequest, signingName: string) => Caller | Promise<Caller>
