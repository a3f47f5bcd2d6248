import WalletSheet from "../wallet/pages/wallet.tsx";

export default WalletSheet;
