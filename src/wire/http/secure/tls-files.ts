/**
 * The files of a TLS door: a certificate with its chain, its key, and the authorities whose client
 * certificates are accepted. Read as a whole and checked before anything uses them.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

export interface TlsFiles {
  readonly cert: string
  readonly key: string
  /** If given, clients need a certificate of one of these authorities. */
  readonly clientCa: string | undefined
}

export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
  readonly ca: Buffer | undefined
  /** When the certificate expires. */
  readonly validToMs: number
}

/** Files that cannot be used; the message is a sentence without a full stop, and has nothing of a key. */
export class TlsFilesUnusable extends Error {
  override readonly name = 'TlsFilesUnusable'
}

export async function readTlsFiles(files: TlsFiles): Promise<TlsMaterial> {
  const [cert, key, ca] = await Promise.all([
    read(files.cert, 'certificate'),
    read(files.key, 'key'),
    files.clientCa === undefined ? undefined : read(files.clientCa, 'client authority'),
  ])
  if (ca !== undefined) checkAuthorities(ca, files.clientCa!)
  const validToMs = Date.parse(certificateIn(cert, files.cert).validTo)
  try {
    createSecureContext({ cert, key, ca })
  } catch (error) {
    throw new TlsFilesUnusable(
      `The certificate ${files.cert} and the key ${files.key} cannot be used together: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  return { cert, key, ca, validToMs }
}

/** As node:tls wants it. */
export function tlsContextOf({ cert, key, ca }: TlsMaterial) {
  return { cert, key, ca, minVersion: 'TLSv1.2' } as const
}

export function isSameMaterial(one: TlsMaterial, other: TlsMaterial): boolean {
  const isSameCa = one.ca === undefined ? other.ca === undefined : other.ca?.equals(one.ca) === true
  return one.cert.equals(other.cert) && one.key.equals(other.key) && isSameCa
}

async function read(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new TlsFilesUnusable(`The ${what} ${path} cannot be read: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

function certificateIn(pem: Buffer, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (error) {
    throw new TlsFilesUnusable(`${path} has no certificate in PEM form`, { cause: error })
  }
}

/** An empty list would refuse everybody. */
function checkAuthorities(pem: Buffer, path: string): void {
  certificateIn(pem, path)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code, reason } = error as NodeJS.ErrnoException & { readonly reason?: string }
  return reason ?? code ?? error.message
}
