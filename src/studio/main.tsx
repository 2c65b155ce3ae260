import '../styles/tokens.css';
import '../styles/palettes.css';
import '../styles/base.css';
import '../styles/fields.css';
import '../styles/widgets.css';
import '../styles/layout.css';
import '../styles/blocks.css';
import '../styles/reading.css';
import '../styles/blocks/choices.css';
import '../styles/blocks/segments.css';
import '../styles/blocks/table.css';
import '../styles/blocks/themeSwitch.css';
import '../staff/staff.css';
import './studio.css';
import { start } from '../app/start.tsx';
import { studioProduct } from './product.ts';

const root = document.getElementById('root');
if (root) start(root, studioProduct);
