/** A client of DAX for proofs: it reads and writes one text under a key, over one connection. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { CborReader } from '../../src/wire/cbor/decode-cbor.js'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { ValueScanner } from '../../src/wire/dax/value-scanner.js'

const methods = {
  authorize: Buffer.from('011a58c2336b', 'hex'),
  getItem: Buffer.from('011a0fb0cc6a', 'hex'),
  putItem: Buffer.from('013a7d8e7e56', 'hex'),
  listId: Buffer.from('013a495927bb', 'hex'),
} as const
const noKeywords = Buffer.from('bfff', 'hex')

/** Of a table whose only key is the text `pk`; the text is in `v`. */
export class DaxClient implements Disposable {
  readonly #socket: Socket
  readonly #tableName: Buffer
  #listId: Buffer | undefined
  #received: Buffer = Buffer.alloc(0)
  #wake: () => void = () => undefined

  private constructor(socket: Socket, tableName: string) {
    this.#socket = socket
    this.#tableName = encodeCbor(Buffer.from(tableName))
    socket.on('data', (piece: Buffer) => {
      this.#received = Buffer.concat([this.#received, piece])
      this.#wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => this.#wake())
  }

  static async connect(
    port: number,
    tableName: string,
    { accessKeyId, secretAccessKey }: DaxKey,
  ): Promise<DaxClient> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    await once(socket, 'connect')
    const agent = new Map([['UserAgent', 'test']])
    const preamble = ['J7yne5G', 0, null, agent, 0].map((value) => encodeCbor(value))
    const date = `${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
    const parts = [date.slice(0, 8), 'us-east-1', 'dax', 'aws4_request']
    const toSign = `AWS4-HMAC-SHA256\n${date}\n${parts.join('/')}\n${hashOf(signedText(date))}`
    const signing = parts.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
    const signature = hmac(signing, toSign).toString('hex')
    const who = [accessKeyId, signature, Buffer.from(toSign), null, null].map((each) =>
      encodeCbor(each),
    )
    socket.write(Buffer.concat([...preamble, methods.authorize, ...who]))
    return new DaxClient(socket, tableName)
  }

  /** The empty text if there is no item. */
  async get(key: string): Promise<string> {
    const reader = await this.#ask([methods.getItem, ...this.#named(key), noKeywords])
    const members = reader.next() as ReadonlyMap<number, Buffer>
    const item = members.get(0)
    if (item === undefined) return ''
    const values = new CborReader(item)
    values.next()
    return values.next() as string
  }

  async put(key: string, text: string): Promise<void> {
    this.#listId ??= encodeCbor((await this.#ask([methods.listId, encodeCbor(['v'])])).next())
    const item = encodeCbor(Buffer.concat([this.#listId, encodeCbor(text)]))
    await this.#ask([methods.putItem, ...this.#named(key), item, noKeywords])
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #named(key: string): readonly Buffer[] {
    return [this.#tableName, encodeCbor(Buffer.from(key))]
  }

  async #ask(parts: readonly Buffer[]): Promise<CborReader> {
    return new CborReader((await this.exchange(parts)).subarray(1))
  }

  /** Sends a request, and resolves with its answer, which has so many values if it is a success. */
  async exchange(parts: readonly Buffer[], values = 1): Promise<Buffer> {
    this.#socket.write(Buffer.concat(parts))
    for (;;) {
      const scanner = new ValueScanner(Infinity)
      const isSuccess = this.#received[0] === success
      scanner.expect(isSuccess ? 1 + values : 3)
      if (scanner.scan(this.#received)) {
        const answer = this.#received.subarray(0, scanner.at)
        this.#received = this.#received.subarray(scanner.at)
        if (!isSuccess) throw new Error(`DAX answered ${answer.toString('latin1')}`)
        return answer
      }
      if (this.#socket.destroyed) throw new Error('the connection was closed')
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

const success = 0x80

export interface DaxKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The request that clients of DAX sign; nobody sends it. */
function signedText(date: string): string {
  const headers = `host:dax.amazonaws.com\nx-amz-date:${date}\n`
  return `POST\n/\n\n${headers}\nhost;x-amz-date\n${hashOf('')}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
