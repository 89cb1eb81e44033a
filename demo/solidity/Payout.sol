// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Pays the native token by internal calls.
contract Payout {
    /// Splits what is sent among the recipients.
    function split(address payable[] calldata recipients) external payable {
        uint256 share = msg.value / recipients.length;
        for (uint256 index = 0; index < recipients.length; index++) _pay(recipients[index], share);
        if (address(this).balance > 0) _pay(payable(msg.sender), address(this).balance);
    }

    /// Pays `kept` for good, and tries to pay `lost` in a call that reverts: only `kept` moves, the rest goes back.
    function payWithRevertedBranch(address payable to, uint256 kept, uint256 lost) external payable {
        try this.payThenRevert{value: lost}(to) {} catch {}
        _pay(to, kept);
        if (address(this).balance > 0) _pay(payable(msg.sender), address(this).balance);
    }

    function payThenRevert(address payable to) external payable {
        _pay(to, msg.value);
        revert("Payout: undone");
    }

    function _pay(address payable to, uint256 value) private {
        (bool paid, ) = to.call{value: value}("");
        require(paid, "Payout: not accepted");
    }
}
