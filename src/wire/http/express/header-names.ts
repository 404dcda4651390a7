/**
 * The headers of a connection's requests. A client sends the same names in the same order each time, so the names of
 * its last request are compared with the next one's instead of being read again; values are always read.
 */
import { plainRequestHeadersMax, rememberedNamesLengthMax } from '../../limits.js'

export type Headers = Record<string, string>

/** Headers about the connection, or about how the body is framed. */
const leftToNode = new Set([
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export class HeaderNames {
  /** As they are written, with the colon and the blank, and in lower case. */
  #written: readonly string[] = []
  #names: readonly string[] = []

  /**
   * By name, in lower case, from the lines between `start` and the end of a plain head. Undefined if a name is repeated or
   * left to node:http, or if there are too many.
   */
  read(head: string, start: number): Headers | undefined {
    return this.#readAsBefore(head, start) ?? this.#readAnew(head, start)
  }

  #readAsBefore(head: string, start: number): Headers | undefined {
    const [written, names] = [this.#written, this.#names]
    const headers: Headers = {}
    let at = start
    for (let i = 0; i < written.length; i++) {
      const name = written[i]!
      if (!head.startsWith(name, at)) return undefined
      const end = head.indexOf('\r\n', at)
      headers[names[i]!] = head.slice(at + name.length, end)
      at = end + 2
    }
    return at === head.length ? headers : undefined
  }

  /** Names that every object has, such as `constructor`, count as repeated; no SDK sends them. */
  #readAnew(head: string, start: number): Headers | undefined {
    const headers: Headers = {}
    const written: string[] = []
    for (let at = start; at < head.length;) {
      const colon = head.indexOf(':', at)
      const end = head.indexOf('\r\n', colon)
      const name = head.slice(at, colon).toLowerCase()
      if (headers[name] !== undefined || leftToNode.has(name)) return undefined
      if (written.push(head.slice(at, colon + 2)) > plainRequestHeadersMax) return undefined
      headers[name] = head.slice(colon + 2, end)
      at = end + 2
    }
    this.#remember(written)
    return headers
  }

  #remember(written: readonly string[]): void {
    const length = written.reduce((sum, name) => sum + name.length, 0)
    // Copied as one text: a part of the head would keep all of it in memory.
    const copied = length > rememberedNamesLengthMax ? '' : detached(written.join('\n'))
    this.#written = copied === '' ? [] : copied.split('\n')
    this.#names = this.#written.map((name) => name.slice(0, -2).toLowerCase())
  }
}

function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
