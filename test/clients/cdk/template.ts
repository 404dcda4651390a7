/** A CloudFormation template as CDK prints it, and the references in it. */

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>
}

export interface Resource {
  readonly Type: string
  readonly Properties?: unknown
}

/** What others may refer to: `Ref` of it, and its attributes. */
export type Made = Readonly<Record<string, string>>

/** A reference to what is not made yet. */
export class NotYet extends Error {}

/** The value without references. */
export function resolved(value: unknown, made: ReadonlyMap<string, Made>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, made))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const [only] = members
  if (members.length === 1 && isFunction(only![0])) return called(only![0], only![1], made)
  return Object.fromEntries(members.map(([name, each]) => [name, resolved(each, made)]))
}

function isFunction(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::')
}

function called(name: string, value: unknown, made: ReadonlyMap<string, Made>): string {
  switch (name) {
    case 'Ref':
      return value === 'AWS::Partition' ? 'aws' : attributeOf(made, value as string, 'Ref')
    case 'Fn::GetAtt': {
      const [resource, attribute] = value as readonly [string, string]
      return attributeOf(made, resource, attribute)
    }
    case 'Fn::Join': {
      const [separator, parts] = value as readonly [string, readonly unknown[]]
      return parts.map((part) => resolved(part, made) as string).join(separator)
    }
    default:
      throw new Error(`${name} is not known here`)
  }
}

function attributeOf(made: ReadonlyMap<string, Made>, resource: string, attribute: string): string {
  const found = made.get(resource)
  if (found === undefined) throw new NotYet(resource)
  if (found[attribute] === undefined) throw new Error(`${resource} has no ${attribute}`)
  return found[attribute]
}
