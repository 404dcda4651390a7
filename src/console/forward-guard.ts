/**
 * Who may have calls forwarded. They may be signed with the credentials of whoever started the program, and the port can
 * be reached by every page and every user of this machine, so the browser has to show the secret of the address that
 * was printed, under a name that means this machine, from a page that was served here.
 */
import { timingSafeEqual } from 'node:crypto'

export interface GuardedRequest {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly cookie?: string | undefined
}

export class ForwardGuard {
  readonly #hosts: ReadonlySet<string>
  readonly #secret: string
  readonly #cookieName: string

  constructor(port: number, secret: string) {
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
    this.#secret = secret
    // Cookies do not know ports: each program has its own name.
    this.#cookieName = `gramme-console-${port}`
  }

  /** A name that somebody else owns may have been made to mean this machine. */
  isOwnHost({ host = '' }: GuardedRequest): boolean {
    return this.#hosts.has(host.toLowerCase())
  }

  mayCall(request: GuardedRequest): boolean {
    const { host, origin } = request
    const isOwnPage = origin === undefined || origin === `http://${host}`
    return this.isOwnHost(request) && isOwnPage && this.#hasCookie(request)
  }

  isSecret(text: string): boolean {
    const [given, wanted] = [Buffer.from(text), Buffer.from(this.#secret)]
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#secret}; Path=/; HttpOnly; SameSite=Strict`
  }

  #hasCookie({ cookie = '' }: GuardedRequest): boolean {
    return cookie
      .split(';')
      .map((pair) => pair.trim().split('='))
      .some(([name, value = '']) => name === this.#cookieName && this.isSecret(value))
  }
}
