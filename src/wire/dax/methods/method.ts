/** What a method of DAX is. Its arguments have been read; what they mean has not. */
import type { AcceleratedOperation } from '../../../accelerator/dax-counters.js'
import type { ServiceError } from '../../../model/errors.js'
import type { CborValue } from '../../cbor/cbor-value.js'
import type { DaxCall } from '../served-dax.js'

export interface DaxMethod {
  /** As the service calls it. */
  readonly name: string
  /** The operation that it accelerates, or shows a part of; undefined for what only clients of DAX know. */
  readonly operation: DaxOperationName | undefined
  readonly id: number
  /** How many arguments follow the id. */
  readonly arguments: number
  /** The whole answer. Throws `ServiceError` for an error. */
  run(call: DaxCall, given: readonly CborValue[]): Promise<Buffer>
  /** The answer to an error, if it takes more than the error. */
  readonly answerError?: (
    call: DaxCall,
    given: readonly CborValue[],
    error: ServiceError,
    requestId: string,
  ) => Promise<Buffer>
}

export type DaxOperationName = AcceleratedOperation | 'DescribeTable'
