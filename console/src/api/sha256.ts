/**
 * SHA-256 and HMAC. Browsers have their own only for pages over TLS or from their own machine (`crypto.subtle`), and
 * calls have to be signed from anywhere.
 */
const blockBytes = 64

export function sha256(message: Uint8Array): Uint8Array {
  const state = new Uint32Array(initialState)
  const padded = pad(message)
  const words = new Uint32Array(blockBytes)
  const view = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += blockBytes) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => digest.setUint32(i * 4, word))
  return new Uint8Array(digest.buffer)
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes)
  block.set(key.length > blockBytes ? sha256(key) : key)
  const inner = sha256(joined(block.map(xor(0x36)), message))
  return sha256(joined(block.map(xor(0x5c)), inner))
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function xor(mask: number): (byte: number) => number {
  return (byte) => byte ^ mask
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** A bit, zeros, and the length in bits fill the last block. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 9) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  return padded
}

function compress(state: Uint32Array, words: Uint32Array): void {
  for (let i = 16; i < blockBytes; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!]
    const mixedEarly = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const mixedLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + mixedEarly + words[i - 7]! + mixedLate
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < blockBytes; i++) {
    const upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + upper + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0
    const lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const changes = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + changes[i]!
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

const primes = firstPrimes(blockBytes)
/** The first bits behind the point of the square roots and of the cube roots of the first primes. */
const initialState = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)))
const roundConstants = Uint32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)))

function fractionOf(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}
