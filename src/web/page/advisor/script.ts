/* A script of its own, loaded at the first question: in a worker, or in a page that is a file and may have none. */
import {type Asked, answer} from '../../../analysis/answers.js';

addEventListener('message', ({data}: MessageEvent<Asked>) => answer(data));
