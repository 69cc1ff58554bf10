import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

export interface CodePart {
  readonly text: string;
  /** Of the stylesheet; undefined: plain code. */
  readonly className: string | undefined;
}

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** @returns undefined for a language that is not known */
export function highlighted(code: string, language: string): readonly CodePart[] | undefined {
  return lowlight.registered(language) ? partsOf(lowlight.highlight(language, code).children, undefined) : undefined;
}

/** The texts of a tree in their order, each with the innermost class. */
function partsOf(nodes: Nodes, className: string | undefined): CodePart[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return { text: node.value, className };
    if (node.type !== 'element') return [];
    const { className: names } = node.properties;
    return partsOf(node.children, Array.isArray(names) ? String(names[0]) : className);
  });
}
