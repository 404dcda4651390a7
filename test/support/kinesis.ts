/**
 * The receiving end of deliveries: an HTTP server that implements the part of Kinesis that
 * deliveries need, keeps the records in the order of arrival, and fails on command. It replaces a
 * service that is not ours.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.js'

/** A change as delivered. */
export interface DeliveredChange {
  readonly awsRegion: string
  readonly eventID: string
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly userIdentity: unknown
  readonly recordFormat: string
  readonly tableName: string
  readonly eventSource: string
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number
    readonly ApproximateCreationDateTimePrecision?: string
    readonly Keys: Image
    readonly NewImage?: Image
    readonly OldImage?: Image
    readonly SizeBytes: number
  }
}

export type Image = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface TakenRecord {
  readonly stream: string
  readonly partitionKey: string
  readonly text: string
  readonly change: DeliveredChange
}

/** The error code with which a record is refused; undefined means that it is accepted. */
export type Refuse = (record: TakenRecord) => string | undefined

export const streamArn = (name: string): string =>
  `arn:aws:kinesis:us-east-1:000000000000:stream/${name}`

const takesAll: Refuse = () => undefined

export class KinesisStandIn {
  readonly taken: TakenRecord[] = []
  /** Sizes of the PutRecords requests, in order of arrival. */
  readonly requests: number[] = []
  readonly streams = new Set<string>()
  refuse: Refuse = takesAll
  /** While set, records are answered with this error and status. */
  outage: { readonly type: string; readonly status: number } | undefined
  /** A request with such a record is refused as a whole, and every retry too. */
  isInvalid: (record: DeliveredChange) => boolean = () => false
  readonly #server: Server
  #sequence = 0

  static async start(...streams: readonly string[]): Promise<KinesisStandIn> {
    const standIn = new KinesisStandIn()
    for (const stream of streams) standIn.streams.add(stream)
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  takesAll(): void {
    this.refuse = takesAll
    this.outage = undefined
  }

  /** The changes of one table, in the order of arrival. */
  changesOf(tableName: string): readonly DeliveredChange[] {
    return this.taken.map(({ change }) => change).filter((each) => each.tableName === tableName)
  }

  /** Waits until this many changes of a table have arrived, and returns all of them. */
  async untilTaken(tableName: string, count: number): Promise<readonly DeliveredChange[]> {
    await until(
      () => this.changesOf(tableName).length >= count,
      () => `${this.changesOf(tableName).length} of ${count} changes of ${tableName}`,
    )
    return this.changesOf(tableName)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as PutRecordsInput
    const operation = String(request.headers['x-amz-target']).split('.')[1]
    const name = body.StreamARN.split('/')[1]!
    if (!this.streams.has(name)) {
      return answer(response, 400, { __type: 'ResourceNotFoundException', message: name })
    }
    if (operation === 'DescribeStreamSummary') return answer(response, 200, summaryOf(body))
    this.requests.push(body.Records.length)
    if (this.outage !== undefined) {
      const { type, status } = this.outage
      return answer(response, status, { __type: type, message: 'by command' })
    }
    if (body.Records.some((record) => this.isInvalid(changeIn(record)))) {
      return answer(response, 400, { __type: 'ValidationException', message: 'by command' })
    }
    const Records = body.Records.map((record) => this.#put(name, record))
    const FailedRecordCount = Records.filter((record) => 'ErrorCode' in record).length
    return answer(response, 200, { FailedRecordCount, Records })
  }

  #put(stream: string, put: PutRecord): object {
    const { PartitionKey: partitionKey } = put
    const record = { stream, partitionKey, text: dataOf(put), change: changeIn(put) }
    const ErrorCode = this.refuse(record)
    if (ErrorCode !== undefined) return { ErrorCode, ErrorMessage: 'by command' }
    this.taken.push(record)
    return { SequenceNumber: String(++this.#sequence), ShardId: 'shardId-000000000000' }
  }
}

interface PutRecordsInput {
  readonly StreamARN: string
  readonly Records: readonly PutRecord[]
}

interface PutRecord {
  readonly Data: string
  readonly PartitionKey: string
}

function dataOf({ Data }: PutRecord): string {
  return Buffer.from(Data, 'base64').toString('utf8')
}

function changeIn(record: PutRecord): DeliveredChange {
  return JSON.parse(dataOf(record)) as DeliveredChange
}

function summaryOf({ StreamARN }: PutRecordsInput): object {
  return { StreamDescriptionSummary: { StreamARN, StreamStatus: 'ACTIVE', OpenShardCount: 1 } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(body))
}

/**
 * Sets credentials for the stand-in where the SDK finds them; call it before a server starts in
 * this process.
 */
export function lendCredentials(): void {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'grammetest'
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'grammetestsecret'
}
