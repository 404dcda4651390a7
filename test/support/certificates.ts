/**
 * Certificates for one test: an authority, and what it signs. Made by the openssl command, so that they are not
 * made by what is tested.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A sentence for a test that is skipped; undefined if openssl is there. */
export function missingOpenssl(): string | undefined {
  const { status } = spawnSync('openssl', ['version'])
  return status === 0 ? undefined : 'the openssl command is not installed'
}

export interface IssuedCertificate {
  /** Paths of PEM files. */
  readonly cert: string
  readonly key: string
}

export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'gramme-certificates-'))
  readonly cert = join(this.folder, 'ca.crt')
  readonly #key = join(this.folder, 'ca.key')
  #issued = 0

  constructor(name = 'gramme test authority') {
    this.#openssl(
      ...['req', '-x509', ...newKey, '-keyout', this.#key, '-out', this.cert, '-days', '2'],
      ...['-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
    )
  }

  get pem(): Buffer {
    return readFileSync(this.cert)
  }

  /** For this machine, as a server or a client. One of less than no days has expired. */
  issue(name: string, days = 2): IssuedCertificate {
    const base = join(this.folder, `${++this.#issued}`)
    const [key, request, extensions, cert] = ['key', 'csr', 'ext', 'crt'].map((end) => {
      return `${base}.${end}`
    }) as [string, string, string, string]
    writeFileSync(extensions, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n')
    this.#openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', `/CN=${name}`)
    this.#openssl(
      ...['x509', '-req', '-in', request, '-CA', this.cert, '-CAkey', this.#key, '-CAcreateserial'],
      ...['-out', cert, '-days', `${days}`, '-extfile', extensions],
    )
    return { cert, key }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' })
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
