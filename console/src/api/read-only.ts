/** A client that changes nothing, for servers on which a slip of the hand would hurt. */
import type { Client } from './client.js'
import { Fault } from './fault.js'

/** All operations with such names only look; whatever has another name may change something. */
const looking = /^(?:Describe|List|Get|BatchGet|TransactGet|Query$|Scan$|SearchVectors$)/

export function isLook(operation: string, input: unknown): boolean {
  return looking.test(operation) || statementsOf(operation, input).every(isSelect)
}

export function readOnlyClient(client: Client): Client {
  return {
    call(service, operation, input, options) {
      if (isLook(operation, input)) return client.call(service, operation, input, options)
      const message = `The console is read-only here, so ${operation} was not sent.`
      return Promise.reject(new Fault({ type: 'ReadOnly', message, status: 0 }))
    },
  }
}

interface Statements {
  readonly Statement?: string
  readonly Statements?: readonly { readonly Statement?: string }[]
  readonly TransactStatements?: readonly { readonly Statement?: string }[]
}

/** At least one, so that an operation without statements is never taken for a look. */
function statementsOf(operation: string, input: unknown): readonly string[] {
  if (!/^(?:Execute|BatchExecute)/.test(operation)) return ['']
  const { Statement, Statements = [], TransactStatements = [] } = input as Statements
  const listed = [...Statements, ...TransactStatements].map((each) => each.Statement ?? '')
  return Statement === undefined && listed.length > 0 ? listed : [Statement ?? '', ...listed]
}

/** `EXISTS` is the only other thing in PartiQL that reads, and stands in transactions that write. */
function isSelect(statement: string): boolean {
  return /^\s*(?:--[^\n]*\n\s*)*select\b/i.test(statement)
}
