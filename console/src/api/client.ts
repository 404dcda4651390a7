/** Calls of the services that the console uses, over the origin that served it. */
import type { AutoscalingOperations } from './generated/autoscaling-types.js'
import type { CloudwatchOperations } from './generated/cloudwatch-types.js'
import type { DynamodbStreamsOperations } from './generated/dynamodb-streams-types.js'
import type { DynamodbOperations } from './generated/dynamodb-types.js'
import type { GrammeOperations } from './generated/gramme-types.js'
import { faultOf } from './fault.js'
import type { Connection } from './connection.js'
import { send } from './send.js'

/** Services that speak JSON. */
export interface Services {
  readonly autoscaling: AutoscalingOperations
  readonly cloudwatch: CloudwatchOperations
  readonly dynamodb: DynamodbOperations
  readonly gramme: GrammeOperations
  readonly streams: DynamodbStreamsOperations
}

type Service = keyof Services
type OperationOf<S extends Service> = keyof Services[S] & string
type InputOf<S extends Service, O extends OperationOf<S>> = Services[S][O] extends {
  readonly input: infer Input
}
  ? Input
  : never
type OutputOf<S extends Service, O extends OperationOf<S>> = Services[S][O] extends {
  readonly output: infer Output
}
  ? Output
  : never

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface Client {
  /** Rejects with a `Fault`. */
  call<S extends Service, O extends OperationOf<S>>(
    service: S,
    operation: O,
    input: InputOf<S, O>,
    options?: CallOptions,
  ): Promise<OutputOf<S, O>>
}

interface Protocol {
  readonly target: string
  readonly signingName: string
  readonly version: '1.0' | '1.1'
}

const protocols: Readonly<Record<Service, Protocol>> = {
  autoscaling: {
    target: 'AnyScaleFrontendService',
    signingName: 'application-autoscaling',
    version: '1.1',
  },
  cloudwatch: {
    target: 'GraniteServiceVersion20100801',
    signingName: 'monitoring',
    version: '1.0',
  },
  dynamodb: { target: 'DynamoDB_20120810', signingName: 'dynamodb', version: '1.0' },
  streams: { target: 'DynamoDBStreams_20120810', signingName: 'dynamodb', version: '1.0' },
  gramme: { target: 'Gramme_20261101', signingName: 'gramme', version: '1.0' },
}

export function createClient(connection: Connection): Client {
  return {
    async call(service, operation, input, { signal } = {}) {
      const { target, signingName, version } = protocols[service]
      const text = await send(
        connection,
        {
          signingName,
          headers: {
            'Content-Type': `application/x-amz-json-${version}`,
            'X-Amz-Target': `${target}.${operation}`,
          },
          body: JSON.stringify(input),
          isRepeatable: reads.test(operation),
          readFault: faultOf,
        },
        signal,
      )
      return JSON.parse(text === '' ? '{}' : text) as never
    },
  }
}

/** Operations that change nothing, by their names. Statements may write. */
const reads = /^(?:BatchGet|Describe|Get|List|Query|Scan|TransactGet)/
