/**
 * `npm run generate`: writes `src/api/generated/` from `src/api/models/`. With `--check` it writes
 * nothing and fails when what is there is not what it would write.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServiceModel } from './generate/service-model.js'
import { writeShapes } from './generate/write-shapes.js'
import { writeTypes } from './generate/write-types.js'

/** Seen from `dist/scripts/`. */
const apiFolder = fileURLToPath(new URL('../../src/api/', import.meta.url))
const generatedFolder = `${apiFolder}generated/`

function generatedFiles(): ReadonlyMap<string, string> {
  const dynamodb = readModel('dynamodb.json')
  const streams = readModel('dynamodbstreams.json')
  return new Map([
    ['dynamodb-types.ts', writeTypes(dynamodb, 'DynamodbOperations')],
    ['dynamodb-shapes.ts', writeShapes(dynamodb, 'dynamodbShapes')],
    ['dynamodb-streams-types.ts', writeTypes(streams, 'DynamodbStreamsOperations')],
    ['dynamodb-streams-shapes.ts', writeShapes(streams, 'dynamodbStreamsShapes')],
  ])
}

function readModel(file: string): ServiceModel {
  return JSON.parse(readFileSync(`${apiFolder}models/${file}`, 'utf8')) as ServiceModel
}

function currentText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function generate(checkOnly: boolean): void {
  const files = generatedFiles()
  const stale = [...files.keys()].filter((name) => currentText(pathOf(name)) !== files.get(name))
  if (stale.length === 0) return
  if (checkOnly) {
    console.error(`Stale in src/api/generated/: ${stale.join(', ')}; run npm run generate.`)
    process.exitCode = 1
    return
  }
  mkdirSync(generatedFolder, { recursive: true })
  for (const name of stale) writeFileSync(pathOf(name), files.get(name)!)
}

function pathOf(name: string): string {
  return `${generatedFolder}${name}`
}

generate(process.argv.includes('--check'))
