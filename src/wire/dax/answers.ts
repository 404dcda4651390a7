/**
 * Answers on the wire of DAX. Success is an empty list and then values; an error is a list of codes, a sentence and
 * details. Clients find the type of an error by its codes, or by its name among the details.
 */
import type { CancellationReason } from '../../model/errors.js'
import type { ServiceError } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { CborWriter } from '../cbor/encode-cbor.js'
import { AuthenticationError, type AuthenticationFault } from '../sigv4/faults.js'

/** The beginning of a successful answer. */
export function success(): CborWriter {
  const writer = new CborWriter()
  writer.list(0)
  return writer
}

/** Members of the answers of get, put, update, delete, query and scan. */
export const members = {
  item: 0,
  consumedCapacity: 1,
  attributes: 2,
  collectionMetrics: 3,
  items: 7,
  count: 8,
  lastKey: 9,
  scannedCount: 10,
} as const

const ofDatabase = [4, 37, 38, 39] as const
const ofAuthorisation = [4, 23, 31] as const
/** May go away with another authorisation, or not. */
const [expired, rejected] = [33, 32] as const

const codes: ReadonlyMap<string, number> = new Map([
  ['ProvisionedThroughputExceededException', 40],
  ['ResourceNotFoundException', 41],
  ['ConditionalCheckFailedException', 43],
  ['ResourceInUseException', 45],
  ['ValidationException', 46],
  ['InternalServerError', 47],
  ['ItemCollectionSizeLimitExceededException', 48],
  ['LimitExceededException', 49],
  ['ThrottlingException', 50],
  ['TransactionCanceledException', 58],
  ['RequestLimitExceeded', 61],
])

const passingFaults: readonly AuthenticationFault[] = ['missing', 'skewed', 'expired-token']

function codesOf(error: ServiceError): readonly number[] {
  if (error instanceof AuthenticationError) {
    return [...ofAuthorisation, passingFaults.includes(error.fault) ? expired : rejected]
  }
  const code = codes.get(error.type)
  return code === undefined ? ofDatabase : [...ofDatabase, code]
}

/** The item of a cancellation reason as the client reads it: without its key. */
export type ReasonItem = (item: Item, index: number) => Promise<Buffer>

export async function errorAnswer(
  error: ServiceError,
  requestId: string,
  itemOf?: ReasonItem,
): Promise<Buffer> {
  const details: CborValue[] = [requestId, error.type, error.status]
  const { CancellationReasons: reasons } = error.payload
  if (Array.isArray(reasons)) details.push(await flatReasons(reasons, itemOf))
  const writer = new CborWriter()
  writer.value(codesOf(error))
  writer.value(error.message)
  writer.value(details)
  return writer.written()
}

async function flatReasons(
  reasons: readonly CancellationReason[],
  itemOf: ReasonItem | undefined,
): Promise<readonly CborValue[]> {
  const flat: CborValue[] = []
  for (const [i, { Code, Message, Item }] of reasons.entries()) {
    const item = Item === undefined || itemOf === undefined ? null : await itemOf(Item, i)
    flat.push(Code, Message ?? null, item)
  }
  return flat
}
