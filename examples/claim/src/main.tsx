import 'hakbang/styles/tokens.css';
import 'hakbang/styles/palettes.css';
import 'hakbang/styles/base.css';
import 'hakbang/styles/fields.css';
import 'hakbang/styles/widgets.css';
import 'hakbang/styles/layout.css';
import 'hakbang/styles/blocks.css';
import 'hakbang/styles/reading.css';
import 'hakbang/styles/blocks/content.css';
import 'hakbang/styles/blocks/corrections.css';
import 'hakbang/styles/blocks/progressSteps.css';
import 'hakbang/styles/blocks/segments.css';
import 'hakbang/styles/blocks/table.css';
import 'hakbang/styles/blocks/themeSwitch.css';
import { start } from 'hakbang/react';
import { claimApp } from './product.ts';

const root = document.getElementById('root');
if (root) start(root, claimApp);
