/** Why a policy cannot be read. Services tell some of the reasons in sentences of their own. */
export type PolicyFaultKind =
  | 'json'
  | 'shape'
  | 'member'
  | 'version'
  | 'no-statement'
  | 'sid-twice'
  | 'effect'
  | 'no-principal'
  | 'principal'
  | 'action'
  | 'no-resource'
  | 'resource'
  | 'operator'
  | 'value'
  | 'empty'
  | 'both'

export class PolicyFault extends Error {
  override readonly name = 'PolicyFault'
  readonly kind: PolicyFaultKind

  constructor(kind: PolicyFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
