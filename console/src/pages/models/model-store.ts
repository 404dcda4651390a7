/**
 * Models of this browser, in IndexedDB, each as the file that it would be exported as. Nothing of a
 * model is on the server until it is committed.
 */
import type { DataModel } from '../../modelling/data-model.js'
import { readWorkbench } from '../../modelling/read-workbench.js'
import { writeWorkbench } from '../../modelling/write-workbench.js'

export interface StoredModel {
  readonly id: string
  readonly savedMs: number
  readonly model: DataModel
}

interface ModelRecord {
  readonly id: string
  readonly savedMs: number
  readonly text: string
}

const databaseName = 'gramme-models'
const storeName = 'models'

/** The one that was changed last comes first. */
export async function listModels(): Promise<readonly StoredModel[]> {
  const records = await inStore('readonly', (store) => store.getAll() as IDBRequest<ModelRecord[]>)
  return records.map(opened).toSorted((a, b) => b.savedMs - a.savedMs)
}

export async function findModel(id: string): Promise<StoredModel | undefined> {
  const record = await inStore(
    'readonly',
    (store) => store.get(id) as IDBRequest<ModelRecord | undefined>,
  )
  return record === undefined ? undefined : opened(record)
}

export async function saveModel(id: string, model: DataModel): Promise<void> {
  const text = writeWorkbench(model, { strict: false })
  await inStore('readwrite', (store) => store.put({ id, savedMs: Date.now(), text }))
}

export async function removeModel(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id))
}

/** Short, since it is part of the names of tables that patterns are run on. */
export function newModelId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function opened({ id, savedMs, text }: ModelRecord): StoredModel {
  return { id, savedMs, model: readWorkbench(text).model }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await settled(act(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
  return settled(request)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no models.'))
  })
}
