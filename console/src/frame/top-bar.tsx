import { CircleHelp, Moon, Search, Settings, Sun } from 'lucide-react'
import { Button, IconButton } from '../design/button.js'
import { paths } from '../routes/paths.js'
import { Link, useNavigate } from '../routes/place.js'
import { RegionSwitch } from './region-switch.js'
import { useTheme } from './theme.js'
import './top-bar.css'
import { useWorkspace } from './workspace.js'
import { WriteLockButton } from './write-lock.js'

export interface TopBarProps {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

export function TopBar({ onSearch, onHelp }: TopBarProps) {
  const { region, account, host, writeLock } = useWorkspace()
  const navigate = useNavigate()
  const [, setTheme] = useTheme()
  return (
    <header className="top-bar">
      <Link to={paths.tables(region)} className="top-brand" title="Tables">
        <span className="top-mark" aria-hidden>
          g
        </span>
        <span className="top-word">Gramme</span>
      </Link>
      <RegionSwitch />
      <span className="top-account" title="The account of the access key">
        {account}
      </span>
      <WriteLockButton host={host} lock={writeLock} />
      <Button className="top-search" icon={Search} onClick={onSearch}>
        <span className="top-search-label">Search or run</span>
        <kbd className="top-search-key">Ctrl K</kbd>
      </Button>
      <IconButton
        label="Switch between light and dark"
        icon={isDark() ? Sun : Moon}
        onClick={() => setTheme(isDark() ? 'light' : 'dark')}
      />
      <IconButton label="Keyboard" icon={CircleHelp} onClick={onHelp} className="top-help" />
      <IconButton label="Settings" icon={Settings} onClick={() => navigate(paths.settings())} />
    </header>
  )
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset as { theme?: string }
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}
