/**
 * What is answered below `/console`: the built pages, and what they have to know about the server. The pages have no
 * power of their own: they call the public API like any other client, so they need no protection.
 */
import type { Random } from '../stdx/random.js'
import { PageFiles, type PageFile } from './page-files.js'
import { fileHeaders, nonceOf, pageHeaders } from './page-headers.js'

/** What the pages have to know before their first call. */
export interface ConsoleConfig {
  /**
   * `open`: any credentials do; the account is the access key if it has 12 digits. `iam`: the user's own key signs.
   * `forwarded`: whoever serves the pages signs what they send.
   */
  readonly auth: 'open' | 'iam' | 'forwarded'
  readonly version: string
  /** The host that calls have to be signed for. */
  readonly host: string
  /** Where the calls end up. */
  readonly endpoint: string
  readonly region: string
  /** Whether all regions and accounts are one. */
  readonly sharedRegions: boolean
}

export interface SiteRequest {
  /** Begins with `/console`, without a query. */
  readonly path: string
  readonly host: string
  readonly acceptEncoding?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export interface SiteAnswer {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
  /** Alternating names and values. */
  readonly headers: readonly string[]
}

export interface SiteParts {
  /** Of the built pages; ends with a slash. */
  readonly folder: URL
  readonly random: Random
  readonly config: (host: string) => ConsoleConfig
}

export type ConsoleSite = (request: SiteRequest) => Promise<SiteAnswer>

export function consoleSite({ folder, random, config }: SiteParts): ConsoleSite {
  const files = new PageFiles(folder)
  return async (request) => {
    const name = request.path.slice('/console/'.length)
    if (name === 'config.json') return configAnswer(config(request.host))
    if (name !== indexName) {
      const file = await files.find(name, request.acceptEncoding)
      if (file !== undefined) return fileAnswer(name, file, request)
      if (name.startsWith(hashedFolder)) return missing
    }
    const index = await files.find(indexName)
    return index === undefined ? notBuilt : indexAnswer(index, nonceOf(random))
  }
}

const indexName = 'index.html'
/** Files that are named after their content. */
const hashedFolder = 'assets/'
/** Where the build leaves room for it. */
const noncePlace = '__NONCE__'

/** Every address of a page is the same file; what it shows is the browser's business. */
function indexAnswer({ body }: PageFile, nonce: string): SiteAnswer {
  const html = body.toString().replaceAll(noncePlace, nonce)
  return {
    status: 200,
    mediaType: mediaTypes.html,
    body: Buffer.from(html),
    headers: pageHeaders(nonce),
  }
}

function fileAnswer(name: string, file: PageFile, { ifNoneMatch }: SiteRequest): SiteAnswer {
  const { body, coding, etag } = file
  const isSame = ifNoneMatch?.includes(etag) === true
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return {
    status: isSame ? 304 : 200,
    mediaType: mediaTypes[ending as keyof typeof mediaTypes] ?? 'application/octet-stream',
    body: isSame ? Buffer.alloc(0) : body,
    headers: fileHeaders({ etag, coding, isHashed: name.startsWith(hashedFolder) }),
  }
}

const mediaTypes = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

function configAnswer(config: ConsoleConfig): SiteAnswer {
  return {
    status: 200,
    mediaType: mediaTypes.json,
    body: Buffer.from(`${JSON.stringify(config)}\n`),
    headers: fileHeaders({}),
  }
}

const missing: SiteAnswer = sentence('There is no such file. Load the console again.')

const notBuilt: SiteAnswer = sentence(
  'The pages of the console are not built: run npm run build:console.',
)

function sentence(text: string): SiteAnswer {
  return {
    status: 404,
    mediaType: mediaTypes.txt,
    body: Buffer.from(`${text}\n`),
    headers: fileHeaders({}),
  }
}
