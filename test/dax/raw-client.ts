/** A client of DAX that sends bytes as they are given, for what real clients do not send or do not show. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { CborReader } from '../../src/wire/cbor/decode-cbor.js'
import { ValueScanner } from '../../src/wire/dax/value-scanner.js'

export interface RawKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export const anyKey: RawKey = { accessKeyId: 'local', secretAccessKey: 'local' }

const preamble = Buffer.concat([
  encodeCbor('J7yne5G'),
  encodeCbor(0),
  encodeCbor(Buffer.alloc(16)),
  encodeCbor(new Map([['UserAgent', 'test']])),
  encodeCbor(0),
])

/** An error has three values, however many a success has. */
const errorValues = 3

export class RawClient {
  readonly socket: Socket
  #received: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.socket = socket
    // Whoever waits for a piece listens until the connection ends.
    socket.setMaxListeners(0)
    socket.on('data', (piece: Buffer) => (this.#received = Buffer.concat([this.#received, piece])))
    socket.on('error', () => undefined)
  }

  static async connect(port: number, key: RawKey | null = anyKey): Promise<RawClient> {
    const client = await RawClient.silent(port)
    client.socket.write(preamble)
    if (key !== null) client.authorise(key)
    return client
  }

  /** A connection that has sent nothing. */
  static async silent(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  authorise(key: RawKey, at = new Date()): void {
    this.socket.write(authorisation(key, at))
  }

  /** Sends a request, and returns its answer in hexadecimal digits; `values` are those of a success. */
  async ask(hex: string, values = 1): Promise<string> {
    this.socket.write(Buffer.from(hex, 'hex'))
    return this.answer(values)
  }

  async answer(values = 1): Promise<string> {
    for (;;) {
      const end = this.#endOfAnswer(values)
      if (end !== undefined) {
        const answer = this.#received.subarray(0, end).toString('hex')
        this.#received = this.#received.subarray(end)
        return answer
      }
      if (this.socket.destroyed) throw new Error('the connection was closed')
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
    }
  }

  #endOfAnswer(values: number): number | undefined {
    const isSuccess = this.#received[0] === 0x80
    const scanner = new ValueScanner(Infinity)
    scanner.expect(isSuccess ? 1 + values : errorValues)
    return scanner.scan(this.#received) ? scanner.at : undefined
  }

  get isClosed(): boolean {
    return this.socket.destroyed
  }

  async closed(): Promise<void> {
    if (!this.socket.destroyed) await once(this.socket, 'close')
  }

  close(): void {
    this.socket.destroy()
  }
}

/** What is wrong, of an answer that is an error. */
export function errorOf(hex: string) {
  const reader = new CborReader(Buffer.from(hex, 'hex'))
  const [codes, message, details] = [reader.next(), reader.next(), reader.next()]
  return { codes, message, type: (details as readonly unknown[])[1] }
}

const emptyHash = createHash('sha256').update('').digest('hex')

/** Signed here, so that it is not signed by what is tested. */
export function authorisation(
  { accessKeyId, secretAccessKey, sessionToken }: RawKey,
  at: Date,
): Buffer {
  const date = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const canonical = `POST\n/\n\nhost:dax.amazonaws.com\nx-amz-date:${date}\n\nhost;x-amz-date\n${emptyHash}`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/us-east-1/dax/aws4_request\n${hash}`
  const key = [day, 'us-east-1', 'dax', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return Buffer.concat([
    Buffer.from('011a58c2336b', 'hex'),
    encodeCbor(accessKeyId),
    encodeCbor(signature),
    encodeCbor(Buffer.from(text)),
    encodeCbor(sessionToken ?? null),
    encodeCbor('test'),
  ])
}
