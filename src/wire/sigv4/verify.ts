/**
 * Who has signed a request: AWS's Signature Version 4, in the Authorization header or in the query.
 *
 * Faults are told in the service's order: form, signed host, date, scope, session token, key, signature.
 * A caller is returned only if the signature holds for the bytes that were received, and everything that
 * is unclear is refused.
 */
import type { KeyLookup, KnownKey } from '../../iam/credentials.js'
import type { Caller } from '../../model/caller.js'
import { assert } from '../../stdx/assert.js'
import type { Clock } from '../../stdx/clock.js'
import type { Authenticate } from '../http/authenticate.js'
import { pathOf, type WireRequest } from '../http/message.js'
import { canonicalPath } from './canonical-uri.js'
import { ClaimReader, type Claim, type ClaimRules } from './claim.js'
import type { Credential } from './credential.js'
import { badToken, expiredToken, unknownKey } from './faults.js'
import { bodyHash, type SigningKey } from './hashes.js'
import type { KeySource } from './key-source.js'
import { refuseSkewed } from './request-date.js'
import { requireSignature } from './signature.js'
import { SigningKeys } from './signing-keys.js'

export interface VerifierParts {
  readonly keys: KeySource
  readonly clock: Clock
  /** Called with each long-term key that has signed a request. */
  readonly onUse?: (key: Credential) => void
}

/** How a service wants its requests to be signed. */
export interface SigningRules extends ClaimRules {
  /** The path as it is signed. */
  pathOf(request: WireRequest): string
  /** What stands for the body in the signed text. */
  payloadHash(request: WireRequest, claim: Claim): string | Promise<string>
}

/** A request that was signed by the one it names. */
export interface Verified {
  readonly caller: Caller
  readonly claim: Claim
  readonly key: SigningKey
}

export class SignatureVerifier {
  readonly #keys: KeySource
  readonly #clock: Clock
  readonly #onUse: ((key: Credential) => void) | undefined
  readonly #signingKeys = new SigningKeys()
  readonly #reader = new ClaimReader(this.#signingKeys)
  /** By signing name. */
  readonly #rules = new Map<string, SigningRules>()

  constructor({ keys, clock, onUse }: VerifierParts) {
    this.#keys = keys
    this.#clock = clock
    this.#onUse = onUse
  }

  /** Waits only if the key has to be read, or if the body is long. */
  readonly authenticate: Authenticate = (request, signingName) => {
    const verified = this.verify(request, this.#rulesFor(signingName))
    return verified instanceof Promise ? verified.then(({ caller }) => caller) : verified.caller
  }

  verify(request: WireRequest, rules: SigningRules): Verified | Promise<Verified> {
    const claim = this.#reader.read(request, rules)
    const answer = this.#keys.find(claim.credential.accessKeyId, claim.token)
    return answer instanceof Promise
      ? answer.then((found) => this.#prove(request, rules, claim, found))
      : this.#prove(request, rules, claim, answer)
  }

  #rulesFor(signingName: string): SigningRules {
    const known = this.#rules.get(signingName)
    if (known !== undefined) return known
    const rules = usualRules(signingName, this.#clock)
    this.#rules.set(signingName, rules)
    return rules
  }

  #prove(
    request: WireRequest,
    rules: SigningRules,
    claim: Claim,
    answer: KeyLookup,
  ): Verified | Promise<Verified> {
    const verified = this.#verifiedBy(claim, answer)
    const hash = rules.payloadHash(request, claim)
    return hash instanceof Promise
      ? hash.then((done) => this.#accept(request, rules, verified, done))
      : this.#accept(request, rules, verified, hash)
  }

  /** Returns what is verified now. */
  #accept(
    request: WireRequest,
    rules: SigningRules,
    verified: Verified,
    payloadHash: string,
  ): Verified {
    const { claim, key } = verified
    requireSignature(request, claim, { key, path: rules.pathOf(request), payloadHash })
    if (claim.token === undefined) this.#onUse?.(claim.credential)
    return verified
  }

  #verifiedBy(claim: Claim, answer: KeyLookup): Verified {
    if (typeof answer === 'string') throw keyFault(answer)
    const { identity, secretAccessKey } = answer
    const { accessKeyId, region } = claim.credential
    return {
      claim,
      caller: { accessKeyId, region, account: identity.account, identity },
      key: this.#signingKeys.keyFor(claim.form.credential, claim.credential, secretAccessKey),
    }
  }
}

function usualRules(signingName: string, clock: Clock): SigningRules {
  return {
    signingName,
    refuseDate: (date) => refuseSkewed(date, clock.now()),
    pathOf: (request) => canonicalPath(pathOf(request)),
    payloadHash({ body }) {
      assert(typeof body !== 'string', 'a request without a body is not authenticated')
      return bodyHash(body)
    },
  }
}

function keyFault(answer: Exclude<KeyLookup, KnownKey>): Error {
  switch (answer) {
    case 'bad-token':
      return badToken()
    case 'expired-token':
      return expiredToken()
    case 'unknown':
      return unknownKey()
  }
}
