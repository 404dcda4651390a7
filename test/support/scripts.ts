/**
 * Runs text scripts: blocks of a command, a line of dashes and the expected answer, separated by
 * blank lines.
 *
 *     eval size(tags) > :n    item={"tags":{"SS":["a","b"]}} values={":n":{"N":"1"}}
 *     ----
 *     true
 *
 * The first word is the command; `name=` before JSON starts an option, on the same line or on a new
 * one; the rest is the argument. Lines that start with `#` before a command are comments. With
 * `UPDATE=1` the answers are rewritten in place; review the diff like code.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

export interface ScriptCommand {
  readonly name: string
  readonly argument: string
  readonly options: Readonly<Record<string, unknown>>
}

interface Block {
  readonly comment: string
  readonly command: string
  readonly expected: string
  readonly line: number
}

/** Adds one test for each block of a script; `testFile` is the `import.meta.url` of the test. */
export function runScript(
  testFile: string,
  script: string,
  answer: (command: ScriptCommand) => string,
): void {
  const path = scriptPath(testFile, script)
  const blocks = parseScript(readFileSync(path, 'utf8'))
  if (process.env['UPDATE'] === '1') writeFileSync(path, rewritten(blocks, answer))
  for (const block of blocks) {
    it(`${script}:${block.line} ${block.command}`, () => {
      const actual = answer(parseCommand(block.command))
      if (process.env['UPDATE'] !== '1') assert.equal(actual, block.expected)
    })
  }
}

/** Tests run from `dist/`; their scripts are beside the sources. */
function scriptPath(testFile: string, script: string): string {
  const source = testFile.replace('/dist/', '/')
  return fileURLToPath(new URL(`testdata/${script}`, source))
}

function parseScript(text: string): Block[] {
  const blocks: Block[] = []
  let line = 1
  for (const paragraph of text.split('\n\n')) {
    const block = parseBlock(paragraph, line)
    if (block !== undefined) blocks.push(block)
    line += paragraph.split('\n').length + 1
  }
  return blocks
}

function parseBlock(paragraph: string, firstLine: number): Block | undefined {
  const lines = paragraph.split('\n').filter((line) => line !== '')
  if (lines.length === 0) return undefined
  const comments = lines.findIndex((line) => !line.startsWith('#'))
  const rule = lines.indexOf('----')
  assert(comments !== -1 && rule > comments, `no rule in the block at line ${firstLine}`)
  return {
    comment: lines.slice(0, comments).join('\n'),
    command: lines.slice(comments, rule).join('\n'),
    expected: lines.slice(rule + 1).join('\n'),
    line: firstLine + comments,
  }
}

function parseCommand(command: string): ScriptCommand {
  const starts = [...command.matchAll(/\s+(\w+)=(?=[[{"])/g)]
  const end = starts[0]?.index ?? command.length
  const [, name = '', argument = ''] = /^(\S+)\s*([^]*)$/.exec(command.slice(0, end))!
  const options = starts.map((start, i) => {
    const text = command.slice(start.index + start[0].length, starts[i + 1]?.index)
    return [start[1]!, JSON.parse(text)] as const
  })
  return { name, argument, options: Object.fromEntries(options) }
}

function rewritten(blocks: readonly Block[], answer: (command: ScriptCommand) => string): string {
  const texts = blocks.map(({ comment, command }) => {
    const lines = [comment, command, '----', answer(parseCommand(command))]
    return lines.filter((text) => text !== '').join('\n')
  })
  return texts.join('\n\n') + '\n'
}
