/** The services whose models this server has. Adding one is adding its model. */
import { assert } from '../stdx/assert.js'
import { dynamodbQuirks } from './dynamodb/quirks.js'
import { dynamodbStreamsQuirks } from './dynamodb-streams/quirks.js'
import { serviceModels, type Operations } from './generated/services.js'
import { noQuirks, type Quirks } from './quirks.js'
import { createService, type Service, type ServiceOperation } from './service.js'

export type ServiceId = keyof typeof serviceModels
/** As in `dynamodb.PutItem`: several services have, say, a TagResource. */
export type OperationId = keyof Operations
export type InputOf<Id extends OperationId> = Operations[Id]['input']
/** Undefined where AWS answers with no body at all. */
export type OutputOf<Id extends OperationId> = Operations[Id]['output'] | undefined

const quirks: Readonly<Partial<Record<ServiceId, Quirks>>> = {
  dynamodb: dynamodbQuirks,
  'dynamodb-streams': dynamodbStreamsQuirks,
}

const ids = Object.keys(serviceModels) as readonly ServiceId[]

export const allServices: readonly Service[] = ids.map((id) =>
  createService(id, serviceModels[id], quirks[id] ?? noQuirks),
)

/** The one that a request means if it names none. */
export const dynamodb = allServices.find(({ id }) => id === 'dynamodb')!

const operations: ReadonlyMap<string, ServiceOperation> = new Map(
  allServices.flatMap((service) =>
    [...service.operations.values()].map((operation) => [operation.id, operation] as const),
  ),
)

/** Undefined for what is not in the model of any service. */
export function findServiceOperation(id: string): ServiceOperation | undefined {
  return operations.get(id)
}

export function requireServiceOperation(id: OperationId): ServiceOperation {
  const found = findServiceOperation(id)
  assert(found !== undefined, 'an operation was named that no service has', { id })
  return found
}
