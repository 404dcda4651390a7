/** A request as a command of the AWS CLI, quoted for a POSIX shell. */
import {
  hasBinary,
  membersOfRequest,
  type CodePlace,
  type CodeRequest,
  type Member,
} from './request.js'

export function cliCode(request: CodeRequest, place: CodePlace): string {
  const options = membersOfRequest(request).map(optionOf)
  const where = [
    `--region ${shellWord(place.region)}`,
    `--endpoint-url ${shellWord(place.endpoint)}`,
  ]
  const command = [`aws dynamodb ${kebab(request.operation)}`, ...options, ...where].join(' \\\n  ')
  return hasBinary(request)
    ? `# Binary values are base64, as the AWS CLI 2 reads them.\n${command}`
    : command
}

function optionOf(member: Member): string {
  const option = `--${kebab(member.name)}`
  switch (member.kind) {
    case 'flag':
      return member.flag ? option : `--no-${kebab(member.name)}`
    case 'count':
      return `${option} ${member.count}`
    case 'names':
      return `${option} ${shellWord(JSON.stringify(member.names))}`
    case 'item':
      return `${option} ${shellWord(JSON.stringify(member.item))}`
    case 'list':
      return `${option} ${shellWord(JSON.stringify(member.values))}`
    case 'choice':
      return `${option} ${shellWord(member.text)}`
    case 'text':
      return textOption(option, member.text)
  }
}

/** The CLI reads `--option -x` as another option, and `file://x` as the contents of a file. */
function textOption(option: string, text: string): string {
  return text.startsWith('-') ? `${option}=${shellWord(text)}` : `${option} ${shellWord(text)}`
}

/** `KeyConditionExpression` as `key-condition-expression`. */
function kebab(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

/** Plain where the shell reads it so; else in single quotes, which keep everything but themselves. */
export function shellWord(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
