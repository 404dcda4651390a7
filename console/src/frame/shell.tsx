/** What is around every page: the bar, the list of tables, the palette and the keys. */
import {
  Boxes,
  Braces,
  GitCompare,
  ListTodo,
  Plus,
  Settings,
  Table2,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { paths } from '../routes/paths.js'
import { Link, useNavigate, usePlace } from '../routes/place.js'
import { useCommands, type Command } from './commands.js'
import { Palette } from './palette.js'
import './shell.css'
import { ShortcutList } from './shortcut-list.js'
import { useShortcut, useShortcutKeys } from './shortcuts.js'
import { TableList } from './table-list.js'
import { TopBar } from './top-bar.js'
import { useWorkspace } from './workspace.js'

interface Destination {
  readonly page: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys: string
  readonly path: string
}

export function Shell({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<'palette' | 'keys' | undefined>(undefined)
  const close = () => setOpened(undefined)
  const destinations = useDestinations()
  useShortcutKeys()
  useShortcut('mod+k', 'Search or run', () => setOpened('palette'))
  useShortcut('?', 'This list', () => setOpened('keys'))
  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        Skip to the page
      </a>
      <TopBar onSearch={() => setOpened('palette')} onHelp={() => setOpened('keys')} />
      <aside className="shell-side">
        <TableList />
        <nav aria-label="Pages" className="shell-pages">
          {destinations.map((destination) => (
            <DestinationLink key={destination.page} destination={destination} />
          ))}
        </nav>
      </aside>
      <main className="shell-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <Palette open={opened === 'palette'} onClose={close} />
      <ShortcutList open={opened === 'keys'} onClose={close} />
    </div>
  )
}

function DestinationLink({ destination }: { readonly destination: Destination }) {
  const { page, label, icon: Icon, keys, path } = destination
  const place = usePlace()
  const navigate = useNavigate()
  useShortcut(keys, label, () => navigate(path))
  const current = place.page === 'model' ? 'models' : place.page
  return (
    <Link to={path} aria-current={current === page ? 'page' : undefined}>
      <Icon aria-hidden size={16} />
      <span>{label}</span>
    </Link>
  )
}

function useDestinations(): readonly Destination[] {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const destinations = useMemo<readonly Destination[]>(
    () => [
      { page: 'tables', label: 'Tables', icon: Table2, keys: 'g t', path: paths.tables(region) },
      { page: 'partiql', label: 'PartiQL', icon: Braces, keys: 'g p', path: paths.partiql(region) },
      { page: 'models', label: 'Models', icon: Boxes, keys: 'g m', path: paths.models() },
      { page: 'triggers', label: 'Triggers', icon: Zap, keys: 'g f', path: paths.triggers(region) },
      { page: 'jobs', label: 'Jobs', icon: ListTodo, keys: 'g j', path: paths.jobs(region) },
    ],
    [region],
  )
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        label: 'New table',
        group: 'Do',
        icon: Plus,
        run: () => navigate(paths.createTable(region)),
      },
      ...destinations.map(({ label, icon, keys, path }) => ({
        label,
        icon,
        keys,
        group: 'Page',
        run: () => navigate(path),
      })),
      {
        label: 'Compare tables',
        group: 'Page',
        icon: GitCompare,
        run: () => navigate(paths.compare(region)),
      },
      { label: 'Settings', group: 'Page', icon: Settings, run: () => navigate(paths.settings()) },
    ],
    [destinations, navigate, region],
  )
  useCommands(commands)
  return destinations
}
