/** The few messages of DAX that the bench sends and reads. */
import { createHash } from 'node:crypto'

const getItemMethod = Buffer.from('011a0fb0cc6a', 'hex')
const authorizeMethod = Buffer.from('011a58c2336b', 'hex')
const noKeywords = Buffer.from('bfff', 'hex')
const nothing = Buffer.of(0xf6)

const bytesMajor = 0x40
const textMajor = 0x60

/** What a client sends first: the preamble, and who it is. A server in open mode believes it. */
export function greeting(): Buffer {
  const agent = Buffer.concat([Buffer.of(0xa1), text('UserAgent'), text('gramme-bench')])
  const preamble = [text('J7yne5G'), Buffer.of(0), nothing, agent, Buffer.of(0)]
  const date = `${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  const scope = `${date.slice(0, 8)}/us-east-1/dax/aws4_request`
  const hash = createHash('sha256').update(date).digest('hex')
  const toSign = bytes(Buffer.from(['AWS4-HMAC-SHA256', date, scope, hash].join('\n')))
  const signature = text('0'.repeat(64))
  return Buffer.concat([
    ...preamble,
    ...[authorizeMethod, text('AKID'), signature, toSign, nothing, nothing],
  ])
}

/** For a table whose keys are both strings. */
export function getItem(tableName: string, partition: string, sort: string): Buffer {
  const key = Buffer.concat([text(partition), Buffer.from(sort)])
  return Buffer.concat([getItemMethod, bytes(Buffer.from(tableName)), bytes(key), noKeywords])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([headOf(bytesMajor, value.length), value])
}

function text(value: string): Buffer {
  const utf8 = Buffer.from(value)
  return Buffer.concat([headOf(textMajor, utf8.length), utf8])
}

function headOf(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of(major + length)
  if (length < 256) return Buffer.of(major + 24, length)
  return Buffer.of(major + 25, length >> 8, length & 0xff)
}

/** A success: a map without a length, whose first member is the item. */
const foundHead = Buffer.from('80bf00', 'hex')
/** The end of the map. */
const tailBytes = 1

/** Tells when an answer with an item is complete, and throws for every other answer. */
export function foundItemReader(): (chunk: Buffer) => boolean {
  let rest: Buffer | undefined
  return (chunk) => {
    const all = rest === undefined ? chunk : Buffer.concat([rest, chunk])
    const isComplete = all.length >= lengthOf(all)
    rest = isComplete ? undefined : all
    return isComplete
  }
}

function lengthOf(answer: Buffer): number {
  const head = foundHead.length
  if (answer.length < head + 3) return Infinity
  if (!answer.subarray(0, head).equals(foundHead)) {
    throw new Error(`not an item: ${answer.toString('latin1')}`)
  }
  const first = answer[head]!
  if (first === bytesMajor + 25) return head + 3 + answer.readUInt16BE(head + 1) + tailBytes
  if (first === bytesMajor + 24) return head + 2 + answer[head + 1]! + tailBytes
  return head + 1 + first - bytesMajor + tailBytes
}
