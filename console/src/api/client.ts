/** Calls of the services that the console uses, over the origin that served it. */
import type { AutoscalingOperations } from './generated/autoscaling-types.js'
import type { CloudwatchOperations } from './generated/cloudwatch-types.js'
import type { DynamodbStreamsOperations } from './generated/dynamodb-streams-types.js'
import type { DynamodbOperations } from './generated/dynamodb-types.js'
import type { TaggingOperations } from './generated/tagging-types.js'
import { Fault, faultOf } from './fault.js'

/** Services that speak JSON. */
export interface Services {
  readonly autoscaling: AutoscalingOperations
  readonly cloudwatch: CloudwatchOperations
  readonly dynamodb: DynamodbOperations
  readonly streams: DynamodbStreamsOperations
  readonly tagging: TaggingOperations
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

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface Connection {
  readonly region: string
  readonly credentials: Credentials
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
  tagging: { target: 'ResourceGroupsTaggingAPI_20170126', signingName: 'tagging', version: '1.1' },
}

export function createClient(connection: Connection): Client {
  return {
    async call(service, operation, input, { signal } = {}) {
      const protocol = protocols[service]
      const answer = await post(headersOf(connection, protocol, operation), input, signal)
      const text = await answer.text()
      if (!answer.ok) throw faultOf(answer, text)
      return JSON.parse(text === '' ? '{}' : text) as never
    },
  }
}

async function post(
  headers: Readonly<Record<string, string>>,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch('/', {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new Fault({ type: 'Unreachable', message: 'The server does not answer.', status: 0 })
  }
}

function headersOf(
  { region, credentials }: Connection,
  { target, signingName, version }: Protocol,
  operation: string,
): Readonly<Record<string, string>> {
  const scope = `20000101/${region}/${signingName}/aws4_request`
  return {
    'Content-Type': `application/x-amz-json-${version}`,
    'X-Amz-Date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    'X-Amz-Target': `${target}.${operation}`,
    Authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=host, Signature=0`,
  }
}
