/**
 * The endings of names by the type of the bytes, the usual one first. Endings of programs that a computer runs are left
 * out.
 */
export const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp', 'dib'],
  'image/heic': ['heic', 'heif'],
  'audio/mpeg': ['mp3', 'mp2', 'mpga'],
  'audio/mp4': ['m4a', 'mp4', 'm4b'],
  'audio/aac': ['aac', 'adts'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/opus': ['opus', 'ogg'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/x-msvideo': ['avi'],
  'video/x-matroska': ['mkv'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/plain': ['txt', 'text', 'log', 'md'],
  'text/csv': ['csv'],
};

const endings = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/**
 * Endings of names with which a computer runs a file that is opened, or a browser shows it as a page outside of the
 * service: texts, and others.
 */
export const RUNNING_ENDINGS = {
  texts: endings(
    'html htm xhtml xht shtml svg mht mhtml htc xsl xslt url webloc desktop js jse mjs vb vbs vbe wsf wsh',
    'wsc ws sct hta bat cmd ps1 ps1xml psc1 reg inf scf pif command terminal applescript',
    'settingcontent-ms appref-ms application library-ms search-ms searchconnector-ms theme rdp iqy slk',
    'pyw',
  ),
  others: endings(
    'exe com scr cpl dll ocx sys drv lnk msi msp mst msc msix msixbundle appx appxbundle appinstaller',
    'gadget chm hlp jar jnlp svgz swf xll xlam wll ppam diagcab app scpt workflow action pkg mpkg pyz',
    'pyzw pyc appimage',
  ),
};
