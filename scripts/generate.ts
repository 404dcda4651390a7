/**
 * `npm run generate`: writes `src/api/generated/` from `src/api/models/`. With `--check` it writes
 * nothing and fails when what is there is not what it would write.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServiceModel } from './generate/service-model.js'
import { writeShapes } from './generate/write-shapes.js'
import { writeTypes } from './generate/write-types.js'

/** Seen from `dist/scripts/`. */
const apiFolder = fileURLToPath(new URL('../../src/api/', import.meta.url))

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
  for (const [name, text] of generatedFiles()) {
    const file = `${apiFolder}generated/${name}`
    if (currentText(file) === text) continue
    if (checkOnly) {
      console.error(`src/api/generated/${name} is stale: run npm run generate.`)
      process.exitCode = 1
    } else {
      writeFileSync(file, text)
    }
  }
}

generate(process.argv.includes('--check'))
