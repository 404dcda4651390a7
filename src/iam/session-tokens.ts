/**
 * Temporary credentials. Nothing of them is stored: the token that a client sends with every request
 * holds who it is for, until when, what narrows it, and the secret that signs, sealed under a key of the
 * database. So every server of the database accepts it, and nobody else can read, change or make one.
 *
 * A token belongs to the key id that it was issued with. What it holds is what was true then; policies
 * are looked up when a request comes.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CallerSession, Identity } from '../model/caller.js'
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'
import { newSessionKeyId } from './key-ids.js'
import { sessionTokenContentBytesMax, sessionTokenLengthMax } from './limits.js'
import { SecretBox } from '../stdx/secret-box.js'

export interface SessionCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

/** What a token holds. */
export interface SessionContent {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** With its session. */
  readonly identity: Identity
  readonly expiresAtMs: number
}

/** Sealed content: version (1 byte), then JSON, compressed. */
const version = 1
const versionBytes = 1

/** 40 characters of base 64. */
const secretBytes = 30

type Content = Omit<SessionContent, 'expiresAtMs'>

export class SessionTokens {
  readonly #box: SecretBox
  readonly #random: Random

  constructor(databaseSecret: Buffer, random: Random) {
    this.#box = new SecretBox(databaseSecret, 'session token', random)
    this.#random = random
  }

  issue(identity: Identity, session: CallerSession): SessionCredentials {
    const accessKeyId = newSessionKeyId(identity.account, this.#random)
    const secretAccessKey = Buffer.from(this.#random.bytes(secretBytes)).toString('base64')
    // When the caller's own key was found says nothing about the new one.
    const bound = { ...identity, asOf: undefined, session }
    const content: Content = { accessKeyId, secretAccessKey, identity: bound }
    const packed = deflateRawSync(JSON.stringify(content))
    const sealed = this.#box.seal(Buffer.concat([Buffer.of(version), packed]))
    const sessionToken = sealed.toString('base64')
    // The limits of what goes in keep it far below.
    assert(sessionToken.length <= sessionTokenLengthMax, 'a session token is too long', {
      length: sessionToken.length,
    })
    return { accessKeyId, secretAccessKey, sessionToken }
  }

  /** Undefined if no server of this database has issued it. Whether it has expired is for the caller to say. */
  open(token: string): SessionContent | undefined {
    if (token.length > sessionTokenLengthMax) return undefined
    const bytes = Buffer.from(token, 'base64')
    // Node decodes nearly anything; the tokens we issue have exactly one spelling.
    if (bytes.toString('base64') !== token) return undefined
    const opened = this.#box.open(bytes)
    return opened?.[0] === version ? contentOf(opened.subarray(versionBytes)) : undefined
  }
}

/** Only what was sealed here comes this far, so it has the right form. */
function contentOf(packed: Buffer): SessionContent | undefined {
  const json = inflateRawSync(packed, { maxOutputLength: sessionTokenContentBytesMax })
  const content = JSON.parse(json.toString()) as Content
  const { session } = content.identity
  assert(session !== undefined, 'a session token has a session', { key: content.accessKeyId })
  return { ...content, expiresAtMs: session.expiresAtMs }
}
