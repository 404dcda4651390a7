/**
 * What a signed request claims: who signed what, and when. Everything that can be checked without a secret
 * has been checked, in the service's order, and nothing is proven yet.
 */
import { headerOf, queryOf, type WireRequest } from '../http/message.js'
import { readCredential, type Credential } from './credential.js'
import { dateShape, hostNotSigned } from './faults.js'
import { HeaderLists, type HeaderList } from './header-list.js'
import { readDate, type RequestDate } from './request-date.js'
import { readForm, type SignedForm } from './signed-form.js'
import type { SigningKeys } from './signing-keys.js'

export interface Claim {
  readonly form: SignedForm
  readonly headers: HeaderList
  readonly date: RequestDate
  readonly credential: Credential
  readonly token: string | undefined
}

export interface ClaimRules {
  readonly signingName: string
  /** Throws if the request is too old, or from the future. */
  refuseDate(date: RequestDate, form: SignedForm, request: WireRequest): void
}

export class ClaimReader {
  readonly #keys: SigningKeys
  readonly #lists = new HeaderLists()
  /** Most requests of a second have the same date. */
  #sent = ''
  #date: RequestDate | undefined

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  read(request: WireRequest, rules: ClaimRules): Claim {
    const query = queryOf(request)
    const authorization = headerOf(request, 'authorization')
    const sent = headerOf(request, 'x-amz-date') ?? headerOf(request, 'date')
    const form = readForm({ authorization, date: sent, query })
    const headers = this.#lists.read(form.signedHeaders)
    if (!headers.hasHost) throw hostNotSigned()
    const date = this.#requireDate(form.date)
    rules.refuseDate(date, form, request)
    const credential = this.#requireCredential(form.credential, rules.signingName, date)
    const token = form.isPresigned ? tokenOf(query) : headerOf(request, 'x-amz-security-token')
    return { form, headers, date, credential, token }
  }

  #requireCredential(text: string, signingName: string, date: RequestDate): Credential {
    const known = this.#keys.credentialOf(text)
    if (known?.service === signingName && date.text.startsWith(known.day)) return known
    const credential = readCredential(text, { signingName, date })
    if (credential instanceof Error) throw credential
    return credential
  }

  #requireDate(sent: string): RequestDate {
    if (sent === this.#sent && this.#date !== undefined) return this.#date
    const date = readDate(sent)
    if (date === undefined) throw dateShape(sent)
    this.#sent = sent
    this.#date = date
    return date
  }
}

function tokenOf(query: string): string | undefined {
  return new URLSearchParams(query).get('X-Amz-Security-Token') ?? undefined
}
