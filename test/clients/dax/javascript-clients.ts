/** AWS's two clients of DAX for JavaScript behind one interface, loaded from where they were installed. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const clientKinds = ['amazon-dax-client', '@amazon-dax-sdk/lib-dax'] as const
export type ClientKind = (typeof clientKinds)[number]

/** An input or an answer, in the form of document clients: plain values instead of typed ones. */
export type Document = Readonly<Record<string, unknown>>

export type DocumentOperation =
  | 'get'
  | 'put'
  | 'update'
  | 'delete'
  | 'query'
  | 'scan'
  | 'batchGet'
  | 'batchWrite'
  | 'transactGet'
  | 'transactWrite'

export interface JavaScriptClient {
  call(operation: DocumentOperation, input: Document): Promise<Document>
  close(): void
}

export interface ClientSettings {
  /** The folder that has `node_modules`. */
  readonly folder: string
  /** `dax://…` or `daxs://…`. */
  readonly endpoint: string
}

const region = 'us-east-1'
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

export function createClient(kind: ClientKind, settings: ClientSettings): JavaScriptClient {
  const load = createRequire(join(settings.folder, 'package.json'))
  return kind === 'amazon-dax-client' ? olderClient(load, settings) : newerClient(load, settings)
}

type Load = (name: string) => unknown

type Promised = { promise(): Promise<Document> }
type OlderDocuments = Readonly<Record<DocumentOperation, (input: Document) => Promised>>
type NewerDocuments = Readonly<Record<DocumentOperation, (input: Document) => Promise<Document>>>

function olderClient(load: Load, { endpoint }: ClientSettings): JavaScriptClient {
  const Dax = load('amazon-dax-client') as new (options: object) => { shutdown(): void }
  const { DynamoDB } = load('aws-sdk') as {
    readonly DynamoDB: { readonly DocumentClient: new (options: object) => OlderDocuments }
  }
  const service = new Dax({ endpoints: [endpoint], region, ...credentials })
  const documents = new DynamoDB.DocumentClient({ service })
  return {
    call: (operation, input) => documents[operation](input).promise(),
    close: () => service.shutdown(),
  }
}

function newerClient(load: Load, { endpoint }: ClientSettings): JavaScriptClient {
  const { DaxDocument } = load('@amazon-dax-sdk/lib-dax') as {
    readonly DaxDocument: new (options: object) => NewerDocuments
  }
  const documents = new DaxDocument({ endpoint, region, credentials })
  // It has no way to end; the process does.
  return { call: (operation, input) => documents[operation](input), close: () => undefined }
}
