import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';

/**
 * What systems, shells and browsers run, install or obey when it is opened. An upload of such a text is rejected, but
 * the name of any other file can end so.
 */
const runnable: ReadonlySet<string> = new Set(
  [
    // Windows
    'acm ade adp app application appref-ms appx appxbundle asp aspx bas bat cab chm cmd com cpl crt dll diagcab drv',
    'exe fon gadget grp hlp hta ime inf ins iso img isp its jar jnlp jse ksh lib library-ms lnk mad maf mag mam maq',
    'mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz msc msh msh1 msh2 msi msix msixbundle msp mst msu nsh ocx',
    'ops osd pcd pif pl plg prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 pst reg scf scr sct search-ms',
    'searchconnector-ms settingcontent-ms shb shs sys theme tmp url vb vbe vbp vbs vhd vhdx vsmacros vsw vxd website ws',
    'wsc wsf wsh xbap xll xnk',
    // macOS
    'action applescript bin command dmg fileloc inetloc kext mobileconfig mpkg osx pkg prefpane scpt scptd terminal tool',
    'webloc workflow',
    // Linux and other systems
    'apk appimage bash csh deb desktop elf fish flatpak flatpakref ipa out rpm run service sh snap so zsh',
    // Programs in text, which an interpreter runs
    'cgi class js cjs mjs jsx lua phar php php3 php4 php5 php7 php8 phps pht phtml py pyc pyo pyw pyz pyzw rb tcl ts',
    // Pages, with scripts
    'htm html htt mht mhtml shtm shtml svg svgz swf xht xhtm xhtml xml xsl xslt',
    // Office documents with macros
    'docm dotm potm ppam ppsm pptm sldm xla xlam xlm xlsb xlsm xltm',
  ].flatMap((line) => line.split(' ')),
);

const endingOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * The name of a download: the original name. If it ends like something that a system runs, and is not of that type, the
 * ending of its type replaces the one that it has.
 */
export const downloadName = ({
  originalName,
  ...file
}: Pick<MediaFile, 'originalName' | 'key' | 'objectKey'>): string => {
  // Windows ignores dots and spaces at the end.
  const name = originalName.replace(/[. ]+$/, '');
  const own = endingOf(objectKeyOf(file));
  if (name === '') return `file.${own}`;
  const ending = endingOf(name);
  return ending !== own && runnable.has(ending) ? nameAs({ originalName: name }, own) : name;
};

/** The name of a download in another format. */
export const nameAs = (
  { originalName }: Pick<MediaFile, 'originalName'>,
  ending: string,
): string => {
  const stem = originalName.replace(/\.[^.]*$/, '');
  return `${stem === '' ? 'file' : stem}.${ending}`;
};
