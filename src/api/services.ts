/** The services whose models this server has. To add one, add its model. */
import { assert } from '../stdx/assert.js'
import { autoscalingQuirks } from './autoscaling/quirks.js'
import { cloudwatchQuirks } from './cloudwatch/quirks.js'
import { dynamodbQuirks } from './dynamodb/quirks.js'
import { dynamodbStreamsQuirks } from './dynamodb-streams/quirks.js'
import { iamQuirks } from './iam/quirks.js'
import { serviceModels, type Operations } from './generated/services.js'
import { noQuirks, type Quirks } from './quirks.js'
import { createService, type Service, type ServiceOperation } from './service.js'
import { stsQuirks } from './sts/quirks.js'

export type ServiceId = keyof typeof serviceModels
/**
 * Such as `dynamodb.PutItem`. Qualified, because several services have a TagResource, for example.
 */
export type OperationId = keyof Operations
export type InputOf<Id extends OperationId> = Operations[Id]['input']
/** Undefined if AWS answers without a body. */
export type OutputOf<Id extends OperationId> = Operations[Id]['output'] | undefined

const quirks: Readonly<Partial<Record<ServiceId, Quirks>>> = {
  autoscaling: autoscalingQuirks,
  cloudwatch: cloudwatchQuirks,
  dynamodb: dynamodbQuirks,
  'dynamodb-streams': dynamodbStreamsQuirks,
  iam: iamQuirks,
  sts: stsQuirks,
}

const ids = Object.keys(serviceModels) as readonly ServiceId[]

export const allServices: readonly Service[] = ids.map((id) =>
  createService(id, serviceModels[id], quirks[id] ?? noQuirks),
)

/** The service of a request that names none. */
export const dynamodb = allServices.find(({ id }) => id === 'dynamodb')!

const operations: ReadonlyMap<string, ServiceOperation> = new Map(
  allServices.flatMap((service) =>
    [...service.operations.values()].map((operation) => [operation.id, operation] as const),
  ),
)

/** Undefined if no service has this operation in its model. */
export function findServiceOperation(id: string): ServiceOperation | undefined {
  return operations.get(id)
}

export function requireServiceOperation(id: OperationId): ServiceOperation {
  const found = findServiceOperation(id)
  assert(found !== undefined, 'no service has this operation', { id })
  return found
}
