/**
 * Kinesis as deliveries see it: streams by their ARNs, at one endpoint. The region comes from the
 * ARN, and the credentials from where AWS's tools look for them.
 *
 * Every request is sent once: the delivery decides when to retry.
 */
import type { KinesisClient, PutRecordsCommandOutput } from '@aws-sdk/client-kinesis'
import { loadKinesisSdk, openKinesisClient } from './kinesis-client.js'
import { kinesisRegionsMax } from './limits.js'
import type { KinesisRecord } from './kinesis-record.js'

export interface KinesisStreams {
  /** Why nothing can be delivered to a stream; undefined if it can. */
  findFault(streamArn: string): Promise<string | undefined>
  /** Outcomes are in the order of the records. Throws if Kinesis accepted none of them. */
  put(
    streamArn: string,
    records: readonly KinesisRecord[],
    signal: AbortSignal,
  ): Promise<readonly PutOutcome[]>
}

export type PutOutcome =
  | { readonly kind: 'taken' }
  /** Can be retried. */
  | { readonly kind: 'refused'; readonly reason: string }

/** AWS: also if there is no such stream. */
const noSuchStream = 'User does not have a permission to use kinesis stream'

const arnPattern = /^arn:[a-z-]+:kinesis:([a-z0-9-]{1,64}):\d{12}:stream\/([a-zA-Z0-9_.-]{1,128})$/

/** There is no such stream, or it belongs to somebody else. */
const refusals = ['ResourceNotFoundException', 'AccessDeniedException']

export class KinesisEndpoint implements KinesisStreams {
  readonly #url: string
  readonly #clients = new Map<string, Promise<KinesisClient>>()

  constructor(url: string) {
    this.#url = url
  }

  async findFault(streamArn: string): Promise<string | undefined> {
    if (!arnPattern.test(streamArn)) return noSuchStream
    try {
      const { DescribeStreamSummaryCommand } = await loadKinesisSdk()
      const client = await this.#client(streamArn)
      await client.send(new DescribeStreamSummaryCommand(addressOf(streamArn)))
      return undefined
    } catch (error) {
      if (refusals.includes(nameOf(error))) return noSuchStream
      return `The Kinesis endpoint of this server did not describe the stream: ${nameOf(error)}`
    }
  }

  async put(
    streamArn: string,
    records: readonly KinesisRecord[],
    signal: AbortSignal,
  ): Promise<readonly PutOutcome[]> {
    const { PutRecordsCommand } = await loadKinesisSdk()
    const client = await this.#client(streamArn)
    const Records = records.map(({ partitionKey, data }) => ({
      PartitionKey: partitionKey,
      Data: data,
    }))
    const command = new PutRecordsCommand({ ...addressOf(streamArn), Records })
    return outcomesOf(await client.send(command, { abortSignal: signal }), records.length)
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) (await client).destroy()
    this.#clients.clear()
  }

  #client(streamArn: string): Promise<KinesisClient> {
    const region = arnPattern.exec(streamArn)![1]!
    const known = this.#clients.get(region)
    if (known !== undefined) return known
    this.#forgetOldest()
    const client = openKinesisClient(this.#url, region)
    this.#clients.set(region, client)
    return client
  }

  /** ARNs are untrusted input and may name any number of regions. */
  #forgetOldest(): void {
    const [oldest] = this.#clients
    if (oldest === undefined || this.#clients.size < kinesisRegionsMax) return
    this.#clients.delete(oldest[0])
    void oldest[1].then((client) => client.destroy())
  }
}

/** Kinesis takes either or both. Older emulators know only names. */
function addressOf(streamArn: string): { readonly StreamARN: string; readonly StreamName: string } {
  return { StreamARN: streamArn, StreamName: arnPattern.exec(streamArn)![2]! }
}

function outcomesOf({ Records }: PutRecordsCommandOutput, count: number): readonly PutOutcome[] {
  return Array.from({ length: count }, (_, i) => {
    const { SequenceNumber, ErrorCode } = Records?.[i] ?? {}
    return ErrorCode === undefined && SequenceNumber !== undefined
      ? { kind: 'taken' }
      : { kind: 'refused', reason: ErrorCode ?? 'no answer' }
  })
}

/** Whether Kinesis will never accept what it was sent. */
export function isInvalid(error: unknown): boolean {
  return ['ValidationException', 'InvalidArgumentException'].includes(nameOf(error))
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}
