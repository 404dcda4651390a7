import type { ServiceOperation } from '../api/service.js'
import type { ServiceError } from '../model/errors.js'
import type { Sender } from '../model/sender.js'

/** A call whose caller could not be authenticated, so that it never reached dispatch. */
export interface RefusedCall {
  readonly definition: ServiceOperation
  /** Whom it claims to be from, and to which region it was signed. */
  readonly accessKeyId: string | undefined
  readonly region: string | undefined
  readonly error: ServiceError
  readonly host: string
  readonly requestId: string
  readonly sender: Sender | undefined
}
