/** The services and operations that exist, whether or not this server carries them out. */
import { dynamodbShapes } from './generated/dynamodb-shapes.js'
import { dynamodbStreamsShapes } from './generated/dynamodb-streams-shapes.js'
import type { ServiceShapes } from './shape.js'
import { assert } from '../stdx/assert.js'

/** A service is known by the prefix of its `X-Amz-Target`. */
export type ServiceName = 'DynamoDB_20120810' | 'DynamoDBStreams_20120810'

/** One object per operation, so that what is compiled for it can be kept by identity. */
export interface ServiceOperation {
  readonly service: ServiceName
  readonly name: string
  /** The shape of the input. */
  readonly inputShape: string
  readonly shapes: ServiceShapes['shapes']
}

type Operations = ReadonlyMap<string, ServiceOperation>

const services: ReadonlyMap<string, Operations> = new Map([
  ['DynamoDB_20120810', operationsOf('DynamoDB_20120810', dynamodbShapes)],
  ['DynamoDBStreams_20120810', operationsOf('DynamoDBStreams_20120810', dynamodbStreamsShapes)],
])

function operationsOf(service: ServiceName, { operations, shapes }: ServiceShapes): Operations {
  const entries = Object.entries(operations).map(
    ([name, inputShape]) => [name, { service, name, inputShape, shapes }] as const,
  )
  return new Map(entries)
}

export function findOperation(service: string, operation: string): ServiceOperation | undefined {
  return services.get(service)?.get(operation)
}

/** For callers that have already made sure that the operation exists. */
export function requireOperation(service: string, operation: string): ServiceOperation {
  const found = findOperation(service, operation)
  assert(found !== undefined, 'an operation was run that no service has', { service, operation })
  return found
}

export function allOperations(): readonly ServiceOperation[] {
  return [...services.values()].flatMap((operations) => [...operations.values()])
}
