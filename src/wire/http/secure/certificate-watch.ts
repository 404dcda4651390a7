/**
 * Keeps the certificate of a door as its files are: looks at them every few seconds, and when somebody asks.
 * Connections that are open keep theirs, new ones get the new one. Files that cannot be used change
 * nothing: the log has the reason, and the last good certificate stays.
 *
 * The files are looked at by name, because those who renew certificates replace files or links.
 */
import { unwatchFile, watchFile } from 'node:fs'
import type { Log } from '../../../stdx/log.js'
import { certificateCheckMs } from '../../limits.js'
import { isSameMaterial, readTlsFiles, type TlsFiles, type TlsMaterial } from './tls-files.js'

export class CertificateWatch {
  readonly #files: TlsFiles
  readonly #log: Log
  readonly #apply: (material: TlsMaterial) => void
  readonly #onChange = (): void => void this.reload()
  #current: TlsMaterial
  #reloading: Promise<void> = Promise.resolve()

  constructor(
    files: TlsFiles,
    current: TlsMaterial,
    log: Log,
    apply: (material: TlsMaterial) => void,
  ) {
    this.#files = files
    this.#current = current
    this.#log = log
    this.#apply = apply
    for (const path of this.#paths()) {
      watchFile(path, { interval: certificateCheckMs, persistent: false }, this.#onChange)
    }
  }

  /** Resolves when the files have been looked at; never rejects. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#read())
    return this.#reloading
  }

  close(): void {
    for (const path of this.#paths()) unwatchFile(path, this.#onChange)
  }

  async #read(): Promise<void> {
    try {
      const material = await readTlsFiles(this.#files)
      if (isSameMaterial(material, this.#current)) return
      if (material.validToMs < Date.now()) throw new Error('The certificate has expired')
      this.#apply(material)
      this.#current = material
      this.#log.info('certificate reloaded', { validTo: new Date(material.validToMs) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#log.error('the new certificate cannot be used: the old one stays', { reason })
    }
  }

  #paths(): readonly string[] {
    const { cert, key, clientCa } = this.#files
    return clientCa === undefined ? [cert, key] : [cert, key, clientCa]
  }
}
