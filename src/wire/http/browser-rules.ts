/**
 * What keeps web pages out of a server that accepts any credentials.
 *
 * A browser sends what any page asks for, also to a server that only this machine can reach, and two
 * checks tell those requests from a program's. A page of another origin cannot hide its `Origin`, so
 * origins are refused unless they are known. A page that has its own name resolve to the server's address
 * (DNS rebinding) counts as of the same origin, but its name is in `Host`, so names that a stranger could
 * own are refused as well.
 *
 * Programs send no `Origin` and rarely change their `Host`, so most requests cost one comparison.
 */
import { ServiceError } from '../../model/errors.js'
import { hostNameOf, isAddress, isPrivateName, meansThisMachine } from '../host-names.js'
import { headerOf, type WireRequest } from './message.js'

export interface BrowserSettings {
  /** Names, `*.example.com` for all below one, or `*`. */
  readonly allowedHosts: readonly string[]
  /** `https://example.com`, `null`, or `*`. */
  readonly corsOrigins: readonly string[]
  /** Whether other machines can reach the server, and call it by the names of their network. */
  readonly isExposed: boolean
}

/** Headers for a page that may read the answer. */
export type OriginGrant = readonly string[]

export class BrowserRules {
  readonly #isExposed: boolean
  readonly #hosts: readonly string[]
  readonly #origins: ReadonlySet<string>
  readonly #anyOrigin: boolean
  /** The last host that was accepted: most likely the next one. */
  #lastHost: string | undefined

  constructor({ isExposed, allowedHosts, corsOrigins }: BrowserSettings) {
    this.#isExposed = isExposed
    this.#hosts = allowedHosts.map((host) => host.toLowerCase())
    this.#origins = new Set(corsOrigins.map(asBrowsersSendIt))
    this.#anyOrigin = this.#origins.has('*')
  }

  /** Undefined if the request may be answered. */
  refusalOf(request: WireRequest): ServiceError | undefined {
    const { host, origin } = request.headers
    if (origin === undefined && host === this.#lastHost) return undefined
    return this.#refusedHost(request) ?? this.#refusedOrigin(request)
  }

  /** For a request with an origin that was not refused. */
  grantTo(request: WireRequest): OriginGrant {
    if (this.#anyOrigin) return anyOriginGrant
    const origin = headerOf(request, 'origin')!
    return ['Access-Control-Allow-Origin', origin, ...exposedHeaders, 'Vary', 'Origin']
  }

  #refusedHost(request: WireRequest): ServiceError | undefined {
    const host = headerOf(request, 'host')
    // No browser leaves it out, and a program that calls `fetch` has chosen this server itself.
    if (host === undefined || host === '' || request.isInProcess === true) return undefined
    // Refused anyway, as a bad request.
    if (request.repeatedHost) return undefined
    const name = hostNameOf(host)
    if (name === undefined || !this.#isAllowedName(name)) return foreignHost(name ?? host)
    this.#lastHost = host
    return undefined
  }

  #isAllowedName(name: string): boolean {
    if (meansThisMachine(name) || isAddress(name)) return true
    if (this.#isExposed && isPrivateName(name)) return true
    const served = withoutSearch(name)
    return this.#hosts.some((allowed) => covers(allowed, name) || covers(allowed, served))
  }

  #refusedOrigin(request: WireRequest): ServiceError | undefined {
    const origin = headerOf(request, 'origin')
    if (origin === undefined || this.#anyOrigin || this.#origins.has(origin)) return undefined
    const [, authority] = /^https?:\/\/(.+)$/.exec(origin) ?? []
    if (authority === undefined) return foreignOrigin(origin)
    const name = hostNameOf(authority)
    const isOwn = authority === headerOf(request, 'host')?.toLowerCase()
    if (name !== undefined && (isOwn || meansThisMachine(name))) return undefined
    return foreignOrigin(origin)
  }
}

/** Without a default port, and in lower case. */
function asBrowsersSendIt(origin: string): string {
  return /^https?:/i.test(origin) ? new URL(origin).origin : origin
}

/** AWS: SDKs send searches for vectors to a host of their own, beside the one for all else. */
function withoutSearch(name: string): string {
  return name.replace(/^((?:\d+\.)?)search-(?=dynamodb|ddb)/, '$1')
}

function covers(allowed: string, name: string): boolean {
  if (allowed.startsWith('*')) return name.endsWith(allowed.slice(1))
  return name === allowed
}

const exposedHeaders = ['Access-Control-Expose-Headers', 'x-amzn-RequestId,x-amz-crc32,Date']

/** AWS: what it answers to every page, since it checks signatures. */
export const anyOriginGrant: OriginGrant = ['Access-Control-Allow-Origin', '*', ...exposedHeaders]

function foreignHost(name: string): ServiceError {
  return refusal(`requests for the host name '${name}'`, `--allowed-host ${name}`)
}

function foreignOrigin(origin: string): ServiceError {
  return refusal(`requests of web pages from '${origin}'`, `--cors-origin ${origin}`)
}

function refusal(what: string, option: string): ServiceError {
  const message =
    `This server accepts any credentials, so it refuses ${what}. ` +
    `To allow them, start it with ${option}`
  return new ServiceError('AccessDeniedException', message, { status: 403 })
}
