/**
 * Who has signed a request: AWS's Signature Version 4, in the Authorization header or in the query.
 *
 * Faults are told in the service's order: form, signed host, date, scope, session token, key, signature.
 * A caller is returned only if the signature holds for the bytes that were received, and everything that
 * is unclear is refused.
 */
import type { Caller } from '../../model/caller.js'
import { assert } from '../../stdx/assert.js'
import type { Clock } from '../../stdx/clock.js'
import type { Authenticate } from '../http/handle.js'
import { pathOf, type WireRequest } from '../http/message.js'
import { canonicalPath } from './canonical-uri.js'
import { ClaimReader, type Claim, type ClaimRules } from './claim.js'
import { badToken, expiredToken, unknownKey } from './faults.js'
import { bodyHash, type SigningKey } from './hashes.js'
import type { FoundKey, KeyAnswer, KeySource } from './key-source.js'
import { refuseSkewed } from './request-date.js'
import { requireSignature } from './signature.js'
import { SigningKeys } from './signing-keys.js'

export interface VerifierParts {
  readonly keys: KeySource
  readonly clock: Clock
}

/** Whom a claim names, and the key that has to have signed it. */
export interface Claimant {
  readonly caller: Caller
  readonly signingKey: SigningKey
}

export class SignatureVerifier {
  readonly #keys: KeySource
  readonly #clock: Clock
  readonly #signingKeys = new SigningKeys()
  readonly #reader = new ClaimReader(this.#signingKeys)
  /** By signing name. */
  readonly #rules = new Map<string, ClaimRules>()

  constructor({ keys, clock }: VerifierParts) {
    this.#keys = keys
    this.#clock = clock
  }

  /** Waits only if the key has to be read, or if the body is long. */
  readonly authenticate: Authenticate = (request, signingName) => {
    const claim = this.#reader.read(request, this.#rulesFor(signingName))
    const { accessKeyId } = claim.credential
    const answer = this.#keys.find(accessKeyId, claim.token)
    return answer instanceof Promise
      ? answer.then((found) => this.#verify(request, claim, found))
      : this.#verify(request, claim, answer)
  }

  #rulesFor(signingName: string): ClaimRules {
    const known = this.#rules.get(signingName)
    if (known !== undefined) return known
    const rules: ClaimRules = {
      signingName,
      refuseDate: (date) => refuseSkewed(date, this.#clock.now()),
    }
    this.#rules.set(signingName, rules)
    return rules
  }

  #verify(request: WireRequest, claim: Claim, answer: KeyAnswer): Caller | Promise<Caller> {
    const claimant = this.#claimantOf(claim, answer)
    assert(typeof request.body !== 'string', 'a request without a body is not authenticated')
    const hash = bodyHash(request.body)
    return hash instanceof Promise
      ? hash.then((done) => accept(request, claim, claimant, done))
      : accept(request, claim, claimant, hash)
  }

  #claimantOf({ form, credential }: Claim, answer: KeyAnswer): Claimant {
    if (typeof answer === 'string') throw keyFault(answer)
    const { identity, secretAccessKey } = answer
    const { accessKeyId, region } = credential
    return {
      caller: { accessKeyId, region, account: identity.account, identity },
      signingKey: this.#signingKeys.keyFor(form.credential, credential, secretAccessKey),
    }
  }
}

function accept(
  request: WireRequest,
  claim: Claim,
  { caller, signingKey }: Claimant,
  payloadHash: string,
): Caller {
  const path = canonicalPath(pathOf(request))
  requireSignature(request, claim, { key: signingKey, path, payloadHash })
  return caller
}

function keyFault(answer: Exclude<KeyAnswer, FoundKey>): Error {
  switch (answer) {
    case 'bad-token':
      return badToken()
    case 'expired-token':
      return expiredToken()
    case 'unknown':
      return unknownKey()
  }
}
